;; Distances and products over the codes of many vectors, 16 bytes at a time. Strides are multiples of 16.
(module
  (memory (export "memory") 1)

  ;; Hamming distance of each of $count codes at $codes with the one at $query, as 16-bit numbers at $out.
  (func (export "hamming") (param $codes i32) (param $count i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $sum v128) (local $at i32) (local $end i32)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 1))))
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $each
        (local.set $sum (v128.const i64x2 0 0))
        (local.set $at (i32.const 0))
        (loop $part
          (local.set $sum (i16x8.add (local.get $sum) (i16x8.extadd_pairwise_i8x16_u (i8x16.popcnt (v128.xor
            (v128.load (i32.add (local.get $codes) (local.get $at)))
            (v128.load (i32.add (local.get $query) (local.get $at))))))))
          (br_if $part (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $stride))))
        (local.set $sum (i32x4.extadd_pairwise_i16x8_u (local.get $sum)))
        (local.set $sum (i32x4.add (local.get $sum) (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $sum) (local.get $sum))))
        (i32.store16 (local.get $out) (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum))))
        (local.set $codes (i32.add (local.get $codes) (local.get $stride)))
        (br_if $each (i32.lt_u (local.tee $out (i32.add (local.get $out) (i32.const 2))) (local.get $end))))))

  ;; Products of signed bytes with the 16-bit components at $query, for the codes in the $count slots listed at $slots, as 32-bit numbers at $out.
  (func (export "products") (param $codes i32) (param $slots i32) (param $count i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $sum v128) (local $bytes v128) (local $at i32) (local $code i32) (local $end i32)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $each
        (local.set $sum (v128.const i64x2 0 0))
        (local.set $at (i32.const 0))
        (local.set $code (i32.add (local.get $codes) (i32.mul (i32.load (local.get $slots)) (local.get $stride))))
        (loop $part
          (local.set $bytes (v128.load (i32.add (local.get $code) (local.get $at))))
          (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load (i32.add (local.get $query) (i32.shl (local.get $at) (i32.const 1)))))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes)) (v128.load offset=16 (i32.add (local.get $query) (i32.shl (local.get $at) (i32.const 1))))))))
          (br_if $part (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $stride))))
        (i32.store (local.get $out) (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $slots (i32.add (local.get $slots) (i32.const 4)))
        (br_if $each (i32.lt_u (local.tee $out (i32.add (local.get $out) (i32.const 4))) (local.get $end)))))))
