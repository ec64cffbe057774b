<?php

declare(strict_types=1);

namespace Shop\Orders;

use Psr\Log\LoggerInterface;
use Shop\Billing\{Invoice, Line as InvoiceLine};
use function Shop\Text\slugify;
use const Shop\Limits\MAX_OPEN;

const VERSION = '1.2';
define('ORDER_PREFIX', 'o-');

interface PriceTable extends \Countable
{
    public const CURRENCY = 'EUR';

    public function lookup(string $sku): int;
}

trait Audited
{
    protected array $trail = [];

    protected function audit(string $event): void
    {
        $this->trail[] = slugify($event);
    }
}

enum State: string implements HasLabel
{
    case Open = 'open';
    case Paid = 'paid';

    public function label(): string
    {
        return ucfirst($this->value);
    }
}

#[AsService(name: 'orders')]
final class OrderService extends BaseService implements PriceTable, \JsonSerializable
{
    use Audited;

    public const MAX = 10;
    private static ?self $instance = null;
    private LoggerInterface $logger;

    public function __construct(private PriceTable $prices, LoggerInterface $logger)
    {
        parent::__construct($logger);
        $this->logger = $logger;
    }

    public static function shared(): static
    {
        return self::$instance ??= new static(new \Shop\Prices\Fixed(), Log::channel('x'));
    }

    public function bill(Order $order): Invoice
    {
        $invoice = new Invoice($order->sku());
        $invoice->add(new InvoiceLine($this->prices->lookup('a')));
        $order->customer()?->notify($invoice);
        $names = array_map(fn ($line) => format_line($line), $order->lines());
        usort($names, 'strcmp');
        return Invoice::seal($invoice);
    }
}

function format_line(Line $line): string
{
    $callback = strlen(...);
    return \sprintf('%s', trim($line));
}

echo (new OrderService(new Fixed()))->bill($order);
?>
<p><?= format_line($line) ?></p>
