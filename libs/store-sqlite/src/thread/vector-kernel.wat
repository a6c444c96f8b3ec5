;; Distances and products over the codes of many vectors, 16 bytes at a time. Strides are multiples of 16.
(module
  (memory (export "memory") 1)

  ;; Weighed distances of signs in $groups groups of 16 codes at $codes, $step bytes from one to the next: first the first bytes of all 16,
  ;; then their second ones, and so on, $width bytes each, an even number. $tables says for each half of a byte, by its four bits, what the
  ;; signs in it that differ from the query's count, 60 at most. All as 16-bit numbers at $distances; the numbers, from $first on, of those up
  ;; to $limit at $slots. Gives the end of what it wrote there.
  (func (export "scan") (param $codes i32) (param $groups i32) (param $width i32) (param $step i32) (param $tables i32) (param $limit i32) (param $first i32)
    (param $distances i32) (param $slots i32) (result i32)
    (local $low v128) (local $high v128) (local $sum v128) (local $bytes v128) (local $half v128) (local $limits v128)
    (local $at i32) (local $table i32) (local $end i32) (local $lane i32)
    (local.set $half (i8x16.splat (i32.const 15)))
    (local.set $limits (i16x8.splat (local.get $limit)))
    (block $done
      (br_if $done (i32.eqz (local.get $groups)))
      (loop $each
        (local.set $low (v128.const i64x2 0 0))
        (local.set $high (v128.const i64x2 0 0))
        (local.set $table (local.get $tables))
        (local.set $at (local.get $codes))
        (local.set $end (i32.add (local.get $codes) (i32.shl (local.get $width) (i32.const 4))))
        (loop $two
          (local.set $bytes (v128.load (local.get $at)))
          (local.set $sum (i8x16.add
            (i8x16.swizzle (v128.load (local.get $table)) (v128.and (local.get $bytes) (local.get $half)))
            (i8x16.swizzle (v128.load offset=16 (local.get $table)) (i8x16.shr_u (local.get $bytes) (i32.const 4)))))
          (local.set $bytes (v128.load offset=16 (local.get $at)))
          (local.set $sum (i8x16.add (local.get $sum) (i8x16.add
            (i8x16.swizzle (v128.load offset=32 (local.get $table)) (v128.and (local.get $bytes) (local.get $half)))
            (i8x16.swizzle (v128.load offset=48 (local.get $table)) (i8x16.shr_u (local.get $bytes) (i32.const 4))))))
          (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_u (local.get $sum))))
          (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_u (local.get $sum))))
          (local.set $table (i32.add (local.get $table) (i32.const 64)))
          (br_if $two (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end))))
        (v128.store (local.get $distances) (local.get $low))
        (v128.store offset=16 (local.get $distances) (local.get $high))
        (if (v128.any_true (v128.or (i16x8.le_u (local.get $low) (local.get $limits)) (i16x8.le_u (local.get $high) (local.get $limits)))) (then
          (local.set $lane (i32.const 0))
          (loop $lanes
            ;; Written each time and kept when it is near: no branch that nothing could predict.
            (i32.store (local.get $slots) (i32.add (local.get $first) (local.get $lane)))
            (local.set $slots (i32.add (local.get $slots) (i32.shl
              (i32.le_u (i32.load16_u (i32.add (local.get $distances) (i32.shl (local.get $lane) (i32.const 1)))) (local.get $limit)) (i32.const 2))))
            (br_if $lanes (i32.lt_u (local.tee $lane (i32.add (local.get $lane) (i32.const 1))) (i32.const 16))))))
        (local.set $first (i32.add (local.get $first) (i32.const 16)))
        (local.set $codes (i32.add (local.get $codes) (local.get $step)))
        (local.set $distances (i32.add (local.get $distances) (i32.const 32)))
        (br_if $each (local.tee $groups (i32.sub (local.get $groups) (i32.const 1))))))
    (local.get $slots))

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
