;; Weighed sums of token vectors: 32-bit floats, added up in 64 bits. Rows and sums begin at multiples of 16.
(module
  (memory (export "memory") 1)

  ;; Adds to the sums at $sum the row at $first times $firstWeight, then the one at $second times $secondWeight: for each column the same
  ;; roundings as two additions one after the other. $columns is a multiple of 4.
  (func (export "addTwo") (param $sum i32) (param $first i32) (param $firstWeight f64) (param $second i32) (param $secondWeight f64) (param $columns i32)
    (local $one v128) (local $two v128) (local $a v128) (local $b v128) (local $end i32)
    (local.set $one (f64x2.splat (local.get $firstWeight)))
    (local.set $two (f64x2.splat (local.get $secondWeight)))
    (local.set $end (i32.add (local.get $sum) (i32.shl (local.get $columns) (i32.const 3))))
    (loop $four
      (local.set $a (v128.load (local.get $first)))
      (local.set $b (v128.load (local.get $second)))
      (v128.store (local.get $sum) (f64x2.add
        (f64x2.add (v128.load (local.get $sum)) (f64x2.mul (local.get $one) (f64x2.promote_low_f32x4 (local.get $a))))
        (f64x2.mul (local.get $two) (f64x2.promote_low_f32x4 (local.get $b)))))
      (v128.store offset=16 (local.get $sum) (f64x2.add
        (f64x2.add (v128.load offset=16 (local.get $sum))
          (f64x2.mul (local.get $one) (f64x2.promote_low_f32x4 (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $a) (local.get $a)))))
        (f64x2.mul (local.get $two) (f64x2.promote_low_f32x4 (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $b) (local.get $b))))))
      (local.set $sum (i32.add (local.get $sum) (i32.const 32)))
      (local.set $first (i32.add (local.get $first) (i32.const 16)))
      (local.set $second (i32.add (local.get $second) (i32.const 16)))
      (br_if $four (i32.lt_u (local.get $sum) (local.get $end))))))
