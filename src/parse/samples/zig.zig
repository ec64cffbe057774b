const std = @import("std");
const Clock = @import("clock.zig").Clock;
const assert = std.debug.assert;
usingnamespace @import("c.zig");

pub const max_open: usize = 100;
var total_billed: u64 = 0;

pub const Error = error{ TooMany, Unknown };

pub const State = enum(u8) {
    open,
    paid = 4,

    pub fn isFinal(self: State) bool {
        return self == .paid;
    }
};

pub const Event = union(enum) {
    visit: void,
    purchase: u64,
};

/// One order.
pub const Order = struct {
    const Self = @This();
    sku: []const u8,
    quantity: u32 = 1,

    pub fn init(sku: []const u8) Order {
        return .{ .sku = sku };
    }

    pub fn total(self: *const Self, prices: PriceTable) Error!u64 {
        if (self.quantity > max_open) return Error.TooMany;
        return prices.lookup(self.sku) * self.count();
    }

    fn count(self: *const Self) u64 {
        return @intCast(self.quantity);
    }
};

pub fn List(comptime T: type) type {
    return struct {
        items: []T,

        pub fn first(self: @This()) T {
            assert(self.items.len > 0);
            return self.items[0];
        }
    };
}

fn describe(order: Order, writer: anytype) !void {
    try writer.print("{s}\n", .{shorten(order.sku)});
}

export fn shop_version() callconv(.C) c_int {
    return 3;
}

extern "c" fn puts(text: [*:0]const u8) c_int;

pub fn main() !void {
    var order = Order.init("a");
    const event = Event{ .purchase = 3 };
    const list = List(Order){ .items = &.{order} };
    try describe(order, std.io.getStdOut().writer());
    total_billed += try order.total(fixedPrices());
    std.mem.sort(Order, list.items, {}, lessThan);
    _ = event;
}

test "an order is counted" {
    const order = Order.init("b");
    try std.testing.expectEqual(@as(u64, 1), order.count());
}
