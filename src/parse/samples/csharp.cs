using System;
using System.Collections.Generic;
using static System.Math;
using Json = System.Text.Json.JsonSerializer;

[assembly: InternalsVisibleTo("Shop.Tests")]
namespace Shop.Orders;

public delegate void Paid(Order order);

public interface IPriceTable : IDisposable
{
    decimal Lookup(string sku);
    int Count { get; }
}

[Flags]
public enum State { Open = 1, Paid }

public record struct Money(decimal Amount, string Currency);

public record Order(string Sku, int Quantity) : Entity(Sku);

[Serializable]
public partial class OrderService(IPriceTable prices, Logger log) : BaseService<Order>(log), IDisposable
{
    private const int MaxOpen = 100;
    private readonly List<Order> open = new();
    public event EventHandler<Order> Changed;
    public int OpenCount => open.Count;
    public string Name { get; set; } = "orders";

    static OrderService() { Registry.Register(typeof(OrderService)); }

    public OrderService(Logger log) : this(null, log)
    {
        Changed += OnChanged;
    }

    ~OrderService() { Dispose(); }

    [Obsolete("use BillAsync")]
    public Money Bill(Order order) => Round(prices.Lookup(order.Sku) * order.Quantity);

    public async Task<Money> BillAsync(Order order)
    {
        Invoice invoice = new Invoice(order);
        var line = new Line { Order = order };
        invoice?.Add(line);
        await this.SaveAsync<Invoice>(invoice);
        int Twice(int n) => Scale(n, 2);
        open.Select(Describe).ToList();
        return base.Finish(invoice, Twice(2));
    }

    private static Money Round(decimal value)
    {
        return new Money(Math.Round(value), "EUR");
    }

    public Order this[int index] => open[index];
    public static Order operator +(Order left, Order right) => Merge(left, right);

    private void OnChanged(object sender, Order order) { log.Info(nameof(order)); }

    public struct Totals
    {
        public decimal Sum;
        public decimal Tax;
    }
}

public static class Extensions
{
    public static string Label(this Order order) => Json.Serialize(order);
}
