@file:JvmName("Orders")

package org.example.orders

import java.util.UUID
import org.example.billing.Invoice as Bill
import org.example.text.*

const val MAX_OPEN = 100
typealias Rule = (Order) -> Money

val Order.label: String
    get() = describe(this)

interface PriceTable : AutoCloseable {
    val currency: String
    fun lookup(sku: String): Money
}

sealed class Outcome<out T> {
    data class Success<T>(val value: T) : Outcome<T>()
    object Failure : Outcome<Nothing>()
}

enum class State(val label: String) {
    OPEN("open"),
    PAID("paid") {
        override fun isFinal() = true
    };

    open fun isFinal() = false
}

data class Order(val sku: String, val quantity: Int)

annotation class Audited(val by: String)

interface Listener {
    fun paid(order: Order)
}

@Audited(by = "shop")
class OrderService(
    private val prices: PriceTable,
    log: Logger,
) : BaseService<Order>(log), Listener by NoListener, Closeable {
    private val pending = mutableListOf<Order>()
    lateinit var clock: Clock

    init {
        register(this)
    }

    constructor(prices: PriceTable) : this(prices, Logger("orders"))

    fun bill(order: Order): Bill {
        val invoice = Bill(order)
        val line: Line = prices.lookup(order.sku).let { asLine(it) }
        invoice.add(line)
        order.customer?.notify(invoice)
        pending.map(::describe).filter(String::isNotEmpty)
        return super.finish(invoice) plus 1
    }

    override fun close() {
        pending.forEach { cancel(it) }
    }

    private suspend fun <T> retry(block: suspend () -> T): T = block()

    companion object Factory {
        const val NAME = "orders"

        fun create(): OrderService = OrderService(FixedPrices())
    }
}

fun describe(order: Order) = "${order.sku} ${shorten(order)}"

fun List<Order>.total(): Int {
    fun add(n: Int, order: Order) = n + order.quantity
    return fold(0, ::add)
}
