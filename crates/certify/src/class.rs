//! Rare and common values of [`mod@crate::window`], and a shorter name for each.
//!
//! Let b be the lowest bit of the mask. Of the two values that differ in bit b alone, exactly one is
//! common at a heap and the other is rare there. So a value is known from its *code*, the value
//! without bit b, and from being common or rare at a heap of a certain parity.
//!
//! **Lemma 2.** (a) The code of x ⊕ y is the nim-sum of their codes. (b) Common values at one heap
//! are in the order of their codes, rare ones too. (c) Let c be the code of the common value v at n
//! and h its part above bit b. The rare values below v at n are those whose codes are less than
//! h·2^b, or (h + 1)·2^b if v has bit b.
//! *Proof.* (a) Dropping a bit is linear. (b) The mask has no bit below b, so which of the two values is
//! common depends only on the parts above b. Two codes with different parts above are in the order of these parts;
//! if the parts above are equal then bit b is equal too, and the bits below decide. (c) A rare value
//! with the same part above as v has the other bit b, so it is below v exactly when v has the bit. ∎

/// The class of values: the mask and, with position, the parity π of the splitting digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class {
    pub mask: u32,
    pub position: Option<u64>,
}

impl Class {
    /// Whether a value is common at a heap. O(1).
    pub fn is_common(self, value: u32, heap: u64) -> bool {
        let place = self.position.map_or(0, |parity| (heap + parity) % 2);
        ((value & self.mask).count_ones() as u64 + place) % 2 == 1
    }

    /// b, the lowest bit of the mask.
    pub fn bit(self) -> u32 {
        self.mask.trailing_zeros()
    }

    /// The value without bit b. O(1).
    pub fn encode(self, value: u32) -> u32 {
        let low = (1 << self.bit()) - 1;
        (value >> 1) & !low | value & low
    }

    /// The value with this code that is common at a heap. O(1).
    pub fn decode(self, code: u32, heap: u64) -> u32 {
        let low = (1 << self.bit()) - 1;
        let without = (code & !low) << 1 | code & low;
        match self.is_common(without, heap) {
            true => without,
            false => without | 1 << self.bit(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lemma 2, for all small masks and values.
    #[test]
    fn codes_are_as_the_lemma_says() {
        for mask in 1..32_u32 {
            for (position, heap) in [(None, 0), (Some(0), 6), (Some(0), 7), (Some(1), 6)] {
                let class = Class { mask, position };
                let common: Vec<u32> = (0..64).filter(|&v| class.is_common(v, heap)).collect();
                let rare: Vec<u32> = (0..64).filter(|&v| !class.is_common(v, heap)).collect();
                for list in [&common, &rare] {
                    assert!(list.is_sorted_by_key(|&v| class.encode(v)));
                    assert!(list.iter().map(|&v| class.encode(v)).eq(0..32));
                }
                for &v in &common {
                    let code = class.encode(v);
                    assert_eq!(class.decode(code, heap), v);
                    let upper = v >> class.bit() & 1;
                    let end = ((code >> class.bit()) + upper) << class.bit();
                    assert!(rare.iter().all(|&x| (x < v) == (class.encode(x) < end)));
                }
                for (x, y) in [(5, 44), (63, 1), (17, 30)] {
                    assert_eq!(class.encode(x ^ y), class.encode(x) ^ class.encode(y));
                }
            }
        }
    }
}
