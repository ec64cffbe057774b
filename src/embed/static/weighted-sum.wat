;; The weighted sum of rows of a table of 8-bit numbers: the inner loop of the static encoder.
;;
;; Rows have a multiple of 16 numbers and lie one after the other in memory. Each block of 16 numbers is summed over all
;; rows before the next, so that its sums stay in registers.
(module
  (import "host" "memory" (memory 1))
  (func (export "weightedSum")
    (param $rows i32)       ;; address of the rows' addresses, 32 bits each
    (param $weights i32)    ;; address of their weights, 32-bit floats
    (param $count i32)      ;; how many rows, at least 1
    (param $dimensions i32) ;; numbers a row, a multiple of 16, at least 16
    (param $out i32)        ;; address of one 32-bit float a dimension
    (local $block i32) (local $at i32) (local $end i32)
    (local $numbers v128) (local $half v128) (local $weight v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end (i32.shl (local.get $count) (i32.const 2)))
    (loop $eachBlock
      (local.set $a (v128.const f32x4 0 0 0 0))
      (local.set $b (v128.const f32x4 0 0 0 0))
      (local.set $c (v128.const f32x4 0 0 0 0))
      (local.set $d (v128.const f32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $eachRow
        (local.set $numbers (v128.load
          (i32.add (i32.load (i32.add (local.get $rows) (local.get $at))) (local.get $block))))
        (local.set $weight (v128.load32_splat (i32.add (local.get $weights) (local.get $at))))
        (local.set $half (i16x8.extend_low_i8x16_s (local.get $numbers)))
        (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $weight)
          (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
        (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $weight)
          (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
        (local.set $half (i16x8.extend_high_i8x16_s (local.get $numbers)))
        (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $weight)
          (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
        (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $weight)
          (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br_if $eachRow (i32.lt_u (local.get $at) (local.get $end))))
      (v128.store (local.get $out) (local.get $a))
      (v128.store offset=16 (local.get $out) (local.get $b))
      (v128.store offset=32 (local.get $out) (local.get $c))
      (v128.store offset=48 (local.get $out) (local.get $d))
      (local.set $out (i32.add (local.get $out) (i32.const 64)))
      (local.set $block (i32.add (local.get $block) (i32.const 16)))
      (br_if $eachBlock (i32.lt_u (local.get $block) (local.get $dimensions))))))
