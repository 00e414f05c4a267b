//! The allocator of the process: that of glibc, or one that we know nothing about.

/// Gives freed memory back to the system. The time is that of a walk over all free blocks: some milliseconds for each
/// gigabyte. Nothing happens where the allocator is not that of glibc.
///
/// ```
/// let large: Vec<Vec<u8>> = (0..1000).map(|_| vec![1; 10_000]).collect();
/// drop(large);
/// ishitori_runtime::memory::release();
/// ```
pub fn release() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: `malloc_trim` may be called at any time by any thread: it takes the locks of the allocator, and
        // gives back only pages in which nothing is allocated. 0 is how much it keeps at the top of the heap.
        #[expect(unsafe_code, reason = "a call of the allocator of glibc")]
        unsafe {
            libc::malloc_trim(0);
        }
    }
}

/// Lets all threads share at most this many arenas, and takes blocks of a megabyte or more from the system, to
/// which they go back when they are freed. To be called before threads start. O(1).
///
/// A thread takes what it needs from its arena, and what it frees stays there: with an arena for each of
/// many threads, as is usual, each keeps the most that its thread ever had.
pub fn share_arenas(count: u16) {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const LARGE: libc::c_int = 1 << 20;
        let settings = [
            (libc::M_ARENA_MAX, libc::c_int::from(count.max(1).cast_signed())),
            (libc::M_MMAP_THRESHOLD, LARGE),
        ];
        for (name, value) in settings {
            // SAFETY: `mallopt` takes two numbers and refuses what it does not know; both names are those of the
            // manual page, and no memory that is in use is touched.
            #[expect(unsafe_code, reason = "a call of the allocator of glibc")]
            unsafe {
                libc::mallopt(name, value);
            }
        }
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    let _ = count;
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    /// Half a gigabyte in small pieces, of which every tenth stays: glibc keeps all of it, as no end of it is free.
    #[test]
    fn freed_memory_goes_back() {
        let pieces: Vec<Box<[u8]>> = (0..64_000).map(|_| vec![1; 4 << 10].into()).collect();
        let kept: Vec<_> = pieces.into_iter().step_by(10).collect();
        let before = crate::memory::resident().expect("Linux reports memory");
        super::release();
        let after = crate::memory::resident().expect("Linux reports memory");
        // Other tests of this process are small.
        assert!(before > 200 << 20 && after < 100 << 20, "{before} {after}, {} kept", kept.len());
    }
}
