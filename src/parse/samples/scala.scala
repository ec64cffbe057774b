package org.example.orders

import scala.collection.mutable
import org.example.billing.{Invoice, Line => InvoiceLine}
import org.example.text._
import org.example.rules.*

package object limits {
  val MaxOpen = 100
}

type Rule = Order => Money

trait PriceTable extends AutoCloseable with Named {
  type Currency
  val name: String
  def lookup(sku: String): Money
}

sealed abstract class Outcome[+T]
final case class Success[T](value: T) extends Outcome[T]
case object Failure extends Outcome[Nothing]

enum State(val label: String) {
  case Open extends State("open")
  case Paid, Failed
}

@audited("shop")
class OrderService(prices: PriceTable, val log: Logger) extends BaseService[Order](log) with Closeable {
  private val open = mutable.ListBuffer.empty[Order]
  var clock: Clock = _
  lazy val size: Int = count(open)

  def this(prices: PriceTable) = this(prices, new Logger("orders"))

  def bill(order: Order): Invoice = {
    val invoice = new Invoice(order)
    val line: InvoiceLine = prices.lookup(order.sku).asLine
    invoice.add(line)
    order.customer.foreach(_.notify(invoice))
    open.map(describe).filter(_.nonEmpty)
    invoice merge other(order)
    super.finish(invoice)
  }

  override def close(): Unit = open.foreach { order => cancel(order) }

  private def cancel[T](order: T): Unit = {
    def local(n: Int): Int = scale(n)
    local(2)
  }
}

object OrderService {
  val Name = "orders"

  def apply(prices: PriceTable): OrderService = new OrderService(prices)
}

given ordering: Ordering[Order] with
  def compare(left: Order, right: Order): Int = left.sku.compareTo(right.sku)

extension (order: Order) {
  def label: String = s"order ${shorten(order)}"
}

object Main extends App {
  println(OrderService(FixedPrices()).bill(Order("a", 1)))
}
