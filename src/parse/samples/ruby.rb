# frozen_string_literal: true

require "json"
require_relative "store/disk"
autoload :Cache, "store/cache"

module Shop
  VERSION = "1.0"
  Point = Struct.new(:x, :y)

  class Error < StandardError; end

  class OrderService < BaseService
    include Comparable
    extend Forwardable
    prepend Auditing

    MAX_OPEN = 100
    def_delegators :@open, :size, :each

    class << self
      def shared
        @shared ||= new(Prices::Fixed.new)
      end
    end

    def self.build(prices:, &block)
      service = new(prices)
      service.instance_eval(&block)
      service
    end

    def initialize(prices, log = Logger.new($stdout))
      super()
      @prices = prices
      @log = log
    end

    def bill(order)
      invoice = Invoice.new(order)
      order.lines.each { |line| invoice.add(price_of(line)) }
      @log.info "billed #{label(order)}"
      notify order
      invoice&.seal!
      order.tags.map(&:upcase)
    end

    def ==(other)
      open.size == other.open.size
    end

    alias invoice_for bill

    private

    def price_of(line)
      prices.lookup(line.sku) || raise(Error, "no price")
    end

    def open = @open || []
  end

  module_function

  def label(order)
    format("%05d", order.id)
  end
end

class Shop::Report
  def lines = Shop::OrderService.build(prices: nil).open.map(&method(:render))
end

puts Shop.label(order)
