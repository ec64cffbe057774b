defmodule Shop.Orders do
  @moduledoc "Keeps orders until they are paid."

  use GenServer, restart: :transient
  import Ecto.Query, only: [from: 2]
  alias Shop.Billing.Invoice
  alias Shop.Text, as: T
  alias Shop.{Line, Price}
  require Logger

  @behaviour Shop.PriceTable
  @max_open 100
  @type order :: %{sku: String.t()}

  defstruct [:sku, quantity: 1]

  defmodule Error do
    defexception message: "order failed"
  end

  @callback lookup(sku :: String.t()) :: integer

  @doc "Bills one order."
  @spec bill(order) :: Invoice.t()
  def bill(order) when is_map(order) do
    invoice = Invoice.new(order)

    order
    |> lines()
    |> Enum.map(&describe/1)
    |> Enum.each(fn line -> Invoice.add(invoice, line) end)

    Logger.info("billed #{T.label(order)}")
    notify(order)
  end

  def bill(nil), do: {:error, Error.exception([])}

  def total(a, b \\ 0), do: add(a, b)

  defp lines(%__MODULE__{sku: sku}), do: [sku]

  defp describe(line) do
    case Line.fetch(line) do
      {:ok, found} -> found.name
      _ -> raise Error, "missing"
    end
  end

  defguard is_open(order) when order.state == :open

  defmacro with_order(order, do: block) do
    quote do: unquote(block)
  end

  defdelegate seal(invoice), to: Invoice

  @impl true
  def handle_call(:size, _from, state), do: {:reply, length(state), state}
end

defprotocol Shop.Labelled do
  def label(value)
end

defimpl Shop.Labelled, for: Shop.Orders do
  def label(order), do: String.upcase(order.sku)
end
