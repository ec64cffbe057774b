local json = require("json")
local log = require "util.log"
local insert = table.insert

local M = {}
MAX_OPEN = 100
local Order = {}
Order.__index = Order
local Service = setmetatable({}, { __index = Base })

---@param sku string
function Order.new(sku, quantity)
  local self = setmetatable({}, Order)
  self.sku = sku
  return self
end

function Order:total(price)
  return price * self:count()
end

Order.count = function(self)
  return self.quantity or 1
end

local function describe(order)
  return string.format("%s", shorten(order.sku))
end

local shorten = function(text)
  return text:sub(1, 10)
end

function M.bill(order, prices)
  local invoice = json.decode(prices.raw)
  insert(invoice, order:total(prices.lookup(order.sku)))
  for _, line in ipairs(order.lines) do
    log.info(describe(line))
  end
  local function inner(n)
    return scale(n)
  end
  pcall(inner, 2)
  M.handlers.paid(invoice)
  return invoice
end

M.handlers = {
  paid = function(invoice)
    notify(invoice)
  end,
  failed = describe,
}

function setup(opts)
  opts = vim.tbl_extend("force", {}, opts or {})
  Order.new("a"):total { price = 1 }
end

return M
