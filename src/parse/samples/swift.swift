import Foundation
import struct Billing.Invoice
@testable import Shop

let maxOpen = 100
typealias Rule = (Order) -> Money

protocol PriceTable: AnyObject, Sendable {
    associatedtype Currency
    var name: String { get }
    func lookup(_ sku: String) -> Money
    init(name: String)
}

enum State: String, CaseIterable {
    case open
    case paid
    case failed(reason: String)

    var isFinal: Bool { self == .paid }
}

struct Order: Codable {
    let sku: String
    var quantity = 1

    static func single(_ sku: String) -> Order {
        return Order(sku: sku, quantity: 1)
    }

    mutating func double() { quantity = twice(quantity) }
}

@MainActor
final class OrderService<Table: PriceTable>: BaseService, Closeable {
    private let prices: Table
    private(set) var open: [Order] = []
    lazy var log = Logger(label: "orders")

    init(prices: Table) {
        self.prices = prices
        super.init()
        prepare()
    }

    convenience init?() { self.init(prices: Table(name: "x")) }

    deinit { close() }

    subscript(index: Int) -> Order { open[index] }

    func bill(_ order: Order) async throws -> Invoice {
        let invoice = Invoice(order)
        let line: Line = prices.lookup(order.sku).asLine()
        invoice.add(line)
        order.customer?.notify(invoice)
        try await self.save(invoice)
        open.map { describe($0) }.filter(isLong)
        return super.finish(invoice)
    }

    func close() { open.forEach(cancel) }

    private func cancel(_ order: Order) {
        func local(_ n: Int) -> Int { scale(n) }
        _ = local(2)
    }
}

extension OrderService: CustomStringConvertible where Table: Codable {
    var description: String { "orders: \(label(open))" }
    static func == (left: OrderService, right: OrderService) -> Bool { same(left, right) }
}

actor Counter {
    var value = 0
    func bump() -> Int { value += 1; return value }
}

func describe(_ order: Order) -> String { String(format: "%@", order.sku) }
infix operator <~>: AdditionPrecedence
