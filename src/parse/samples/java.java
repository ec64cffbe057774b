package org.example.orders;

import static java.util.Objects.requireNonNull;
import java.util.ArrayList;
import java.util.List;
import java.util.function.*;
import org.example.billing.Invoice;

/** Keeps orders until they are paid. */
@Service(name = "orders")
public class OrderService extends BaseService<Order> implements Closeable, Listener {
    private static final int MAX_OPEN = 100;
    private final List<Order> open = new ArrayList<>();
    private PriceTable prices;

    public OrderService(PriceTable prices) {
        super(MAX_OPEN);
        this.prices = requireNonNull(prices);
    }

    @Override
    public void close() {
        open.forEach(this::cancel);
        open.clear();
    }

    public Invoice bill(Order order, Function<Order, Money> rule) throws BillingException {
        Money net = prices.lookup(order.sku()).times(order.quantity());
        var invoice = new Invoice(order, net);
        for (Line line : order.lines()) {
            invoice.add(line);
        }
        return Invoice.seal(invoice);
    }

    void cancel(Order order) {
        super.release(order);
        Runnable task = () -> audit(order);
        task.run();
        open.stream().map(Order::sku).sorted(Comparator.comparing(String::length));
    }

    private void audit(Order order) {}

    enum State implements Labelled {
        OPEN("open"),
        PAID("paid") {
            @Override
            public boolean isFinal() {
                return true;
            }
        };

        private final String label;

        State(String label) {
            this.label = label;
        }

        public boolean isFinal() {
            return false;
        }
    }

    public record Order(String sku, int quantity) implements Comparable<Order> {
        public Order {
            check(quantity);
        }

        public static Order single(String sku) {
            return new Order(sku, 1);
        }
    }

    interface Listener extends EventListener, AutoCloseable {
        int PRIORITY = 3;

        void paid(Order order);

        default void ignored() {}
    }

    @interface Service {
        String name() default "";
    }
}
