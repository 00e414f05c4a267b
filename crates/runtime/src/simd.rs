//! Vector instructions: which ones the processor has, and the loads and stores.
//!
//! A kernel that is compiled for an instruction set may only be called where the processor has it.
//! [`Isa::detect`] looks, and what it gives carries a token ([`Avx2`], [`Avx512`], [`Avx512Vbmi`])
//! that nothing else can make: a function that was given a token may call such kernels.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The place in [`Isa::NAMES`] of the newest instruction set that is used.
static NEWEST: AtomicUsize = AtomicUsize::new(Isa::NAMES.len() - 1);

/// The instruction set that a kernel is to use.
///
/// ```
/// use ishitori_runtime::simd::Isa;
/// assert!(Isa::available().contains(&Isa::detect()));
/// assert_eq!(Isa::available()[0], Isa::Portable);
/// ```
///
/// No other code can claim that the processor has something:
///
/// ```compile_fail
/// use ishitori_runtime::simd::{Avx512, Isa};
/// let isa = Isa::Avx512(Avx512(()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Isa {
    /// Whatever the target promises.
    Portable,
    /// 256-bit vectors (x86-64 since 2013).
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// 512-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// 512-bit vectors with permutations of bytes and bit counts of words.
    #[cfg(target_arch = "x86_64")]
    Avx512Vbmi(Avx512Vbmi),
}

/// The token for AVX2, BMI1 and BMI2: the processor has them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Avx2(());

/// The token for AVX-512 F, BW, DQ, VL and all that [`Avx2`] stands for: the processor has them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Avx512(());

/// The token for AVX-512 VBMI, BITALG, POPCNT and all that [`Avx512`] stands for: the processor has
/// them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Avx512Vbmi(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    fn detect() -> Option<Avx2> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2");
        has.then_some(Avx2(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        Avx2::detect().filter(|_| has).map(|_| Avx512(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx512Vbmi {
    fn detect() -> Option<Avx512Vbmi> {
        let has = is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("popcnt");
        Avx512::detect().filter(|_| has).map(|_| Avx512Vbmi(()))
    }
}

impl Isa {
    /// The names of all instruction sets, the oldest first.
    pub const NAMES: [&str; 4] = ["portable", "avx2", "avx512", "avx512vbmi"];

    /// The best one that this processor has, and that [`limit_to`](Isa::limit_to) allows. The standard library looks once
    /// and remembers. O(1).
    pub fn detect() -> Isa {
        #[cfg(target_arch = "x86_64")]
        {
            let newest = NEWEST.load(Ordering::Relaxed);
            if let Some(token) = Avx512Vbmi::detect().filter(|_| newest >= 3) {
                return Isa::Avx512Vbmi(token);
            }
            if let Some(token) = Avx512::detect().filter(|_| newest >= 2) {
                return Isa::Avx512(token);
            }
            if let Some(token) = Avx2::detect().filter(|_| newest >= 1) {
                return Isa::Avx2(token);
            }
        }
        Isa::Portable
    }

    /// Lets [`detect`](Isa::detect) choose no newer instructions than these from now on, in the whole process: so that a
    /// program can be tested as it is on older machines. False if no instruction set has this name. O(1).
    pub fn limit_to(name: &str) -> bool {
        match Isa::NAMES.iter().position(|known| *known == name) {
            Some(newest) => {
                NEWEST.store(newest, Ordering::Relaxed);
                true
            }
            None => false,
        }
    }

    /// Its name. O(1).
    ///
    /// ```
    /// use ishitori_runtime::simd::Isa;
    /// assert_eq!(Isa::available()[0].name(), "portable");
    /// assert!(!Isa::limit_to("neon"));
    /// assert!(Isa::limit_to("avx2"));
    /// assert!(["portable", "avx2"].contains(&Isa::detect().name()));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Isa::Portable => Isa::NAMES[0],
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => Isa::NAMES[1],
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => Isa::NAMES[2],
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512Vbmi(_) => Isa::NAMES[3],
        }
    }

    /// All that this processor has, the plainest first: for tests that compare them. O(1).
    pub fn available() -> Vec<Isa> {
        #[cfg(target_arch = "x86_64")]
        let vectors = [
            Avx2::detect().map(Isa::Avx2),
            Avx512::detect().map(Isa::Avx512),
            Avx512Vbmi::detect().map(Isa::Avx512Vbmi),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let vectors: [Option<Isa>; 0] = [];
        std::iter::once(Isa::Portable).chain(vectors.into_iter().flatten()).collect()
    }

    /// The token for 512-bit vectors, if this instruction set has them. O(1).
    #[cfg(target_arch = "x86_64")]
    pub fn avx512(self) -> Option<Avx512> {
        match self {
            Isa::Avx512(token) => Some(token),
            Isa::Avx512Vbmi(_) => Some(Avx512(())),
            Isa::Portable | Isa::Avx2(_) => None,
        }
    }
}

/// Work whose loops are recompiled for every instruction set.
pub trait Work {
    /// The result.
    type Out;
    /// Does it. It must be inlined, with all its loops, or nothing is gained.
    fn run(self) -> Self::Out;
}

impl Isa {
    /// Does the work with these instructions: plain loops become vector code where the compiler sees how.
    ///
    /// ```
    /// use ishitori_runtime::simd::{Isa, Work};
    /// struct Sum<'a>(&'a [u16]);
    /// impl Work for Sum<'_> {
    ///     type Out = u16;
    ///     #[inline(always)]
    ///     fn run(self) -> u16 {
    ///         self.0.iter().fold(0, |sum, x| sum ^ x)
    ///     }
    /// }
    /// for isa in Isa::available() {
    ///     assert_eq!(isa.run(Sum(&[1, 2, 4])), 7);
    /// }
    /// ```
    pub fn run<W: Work>(self, work: W) -> W::Out {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn avx2<W: Work>(work: W) -> W::Out {
            work.run()
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,avx512f,avx512bw,avx512dq,avx512vl")]
        fn avx512<W: Work>(work: W) -> W::Out {
            work.run()
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(
            enable = "avx2,bmi1,bmi2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,popcnt"
        )]
        fn vbmi<W: Work>(work: W) -> W::Out {
            work.run()
        }
        match self {
            Isa::Portable => work.run(),
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: a token `Avx2` is made only where the processor has the features.
            Isa::Avx2(_) => unsafe { avx2(work) },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: as above, for `Avx512`.
            Isa::Avx512(_) => unsafe { avx512(work) },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: as above, for `Avx512Vbmi`.
            Isa::Avx512Vbmi(_) => unsafe { vbmi(work) },
        }
    }
}

/// Loads and stores of vector registers, from and to arrays of the right length.
///
/// They are safe to call from code that is compiled for the same instructions; other code needs
/// `unsafe`, and a token for AVX-512.
#[cfg(target_arch = "x86_64")]
// The lint takes functions with target features for unsafe ones.
#[allow(clippy::missing_safety_doc)]
pub mod registers {
    use std::arch::x86_64::*;

    macro_rules! load {
        ($(#[$doc:meta])* $name:ident, $word:ty, $length:literal, $register:ty, $instruction:ident) => {
            $(#[$doc])*
            #[inline]
            #[target_feature(enable = "avx512f")]
            #[allow(unsafe_code)]
            pub fn $name(words: &[$word; $length]) -> $register {
                const { assert!(size_of::<[$word; $length]>() == size_of::<$register>()) };
                // SAFETY: the reference is valid for as many bytes as the register has, and the
                // instruction needs no alignment.
                unsafe { $instruction(words.as_ptr().cast()) }
            }
        };
    }

    macro_rules! store {
        ($(#[$doc:meta])* $name:ident, $word:ty, $length:literal, $register:ty, $instruction:ident) => {
            $(#[$doc])*
            #[inline]
            #[target_feature(enable = "avx512f")]
            #[allow(unsafe_code)]
            pub fn $name(register: $register, words: &mut [$word; $length]) {
                const { assert!(size_of::<[$word; $length]>() == size_of::<$register>()) };
                // SAFETY: the reference is valid for as many bytes as the register has, and the
                // instruction needs no alignment.
                unsafe { $instruction(words.as_mut_ptr().cast(), register) };
            }
        };
    }

    load!(
        /// 64 bytes as a register. O(1).
        load64, u8, 64, __m512i, _mm512_loadu_si512
    );
    load!(
        /// 32 words of 16 bits as a register. O(1).
        load32_words, u16, 32, __m512i, _mm512_loadu_si512
    );
    load!(
        /// 16 bytes as a register. O(1).
        load16, u8, 16, __m128i, _mm_loadu_si128
    );
    load!(
        /// 8 words of 16 bits as a register. O(1).
        load8_words, u16, 8, __m128i, _mm_loadu_si128
    );
    store!(
        /// Writes a register to 64 bytes. O(1).
        store64, u8, 64, __m512i, _mm512_storeu_si512
    );
    store!(
        /// Writes a register to 32 words of 16 bits. O(1).
        store32_words, u16, 32, __m512i, _mm512_storeu_si512
    );
    store!(
        /// Writes a register to 16 words of 32 bits. O(1).
        store16_double_words, u32, 16, __m512i, _mm512_storeu_si512
    );
    store!(
        /// Writes a register to 16 bytes. O(1).
        store16, u8, 16, __m128i, _mm_storeu_si128
    );
    store!(
        /// Writes a register to 4 words of 32 bits. O(1).
        store4_double_words, u32, 4, __m128i, _mm_storeu_si128
    );

    /// The bytes of a register. O(1).
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn bytes64(register: __m512i) -> [u8; 64] {
        let mut bytes = [0; 64];
        store64(register, &mut bytes);
        bytes
    }

    /// The bytes of a register. O(1).
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn bytes16(register: __m128i) -> [u8; 16] {
        let mut bytes = [0; 16];
        store16(register, &mut bytes);
        bytes
    }

    /// The words of 32 bits of a register. O(1).
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn double_words16(register: __m512i) -> [u32; 16] {
        let mut words = [0; 16];
        store16_double_words(register, &mut words);
        words
    }

    /// Writes the lower half of a register to 8 bytes. O(1).
    #[inline]
    #[target_feature(enable = "avx512f")]
    #[allow(unsafe_code)]
    pub fn store_half8(register: __m128i, bytes: &mut [u8; 8]) {
        // SAFETY: the reference is valid for the 8 bytes that are written, and the instruction
        // needs no alignment.
        unsafe { _mm_storel_epi64(bytes.as_mut_ptr().cast(), register) };
    }
}
