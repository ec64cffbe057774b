;; Dot products of one query with many quantised rows: the inner loop of the exact vector scan.
;;
;; The query holds 16-bit numbers, a row 8-bit ones; both have a multiple of 16 of them, lie one after the other in
;; memory, and are aligned to 16 bytes. Sums are 32-bit: the caller keeps query values small enough (see kernel.ts).
(module
  (import "host" "memory" (memory 1))
  (func (export "dots")
    (param $query i32)      ;; address of the query
    (param $row i32)        ;; address of the first row
    (param $rows i32)       ;; how many rows, at least 1
    (param $dimensions i32) ;; numbers a row, a multiple of 16, at least 16
    (param $out i32)        ;; address of one 32-bit result a row
    (local $q i32) (local $rowEnd i32)
    (local $low v128) (local $high v128)
    (loop $eachRow
      (local.set $q (local.get $query))
      (local.set $rowEnd (i32.add (local.get $row) (local.get $dimensions)))
      (local.set $low (v128.const i32x4 0 0 0 0))
      (local.set $high (v128.const i32x4 0 0 0 0))
      (loop $each16
        ;; Eight bytes widened to 16 bits times eight query numbers, neighbours summed to four 32-bit sums.
        (local.set $low (i32x4.add (local.get $low)
          (i32x4.dot_i16x8_s (v128.load (local.get $q)) (v128.load8x8_s (local.get $row)))))
        (local.set $high (i32x4.add (local.get $high)
          (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $q)) (v128.load8x8_s offset=8 (local.get $row)))))
        (local.set $q (i32.add (local.get $q) (i32.const 32)))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (br_if $each16 (i32.lt_u (local.get $row) (local.get $rowEnd))))
      (local.set $low (i32x4.add (local.get $low) (local.get $high)))
      (i32.store (local.get $out)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low)))
          (i32.add (i32x4.extract_lane 2 (local.get $low)) (i32x4.extract_lane 3 (local.get $low)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $eachRow (local.get $rows)))))
