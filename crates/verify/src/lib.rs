//! The long loops of the certificate checker, compiled for the vector instructions of the processor.
//!
//! The checker ([`ishitori_certify`]) knows no instructions and no threads: its loops are plain, and its caller may
//! compile them for a processor. That is done here and nowhere else, so that other crates build fast.

use ishitori_certify::Rejection;
use ishitori_certify::milestones::{Instructions, Job, Pieces, Stretch};
use ishitori_runtime::simd::{Isa, Work};

/// [`Pieces::advance`] with the best instructions that this processor has.
///
/// ```
/// use ishitori_certify::{Limits, Opened, open};
/// // A document without milestones is decided at once; there are no pieces to advance.
/// let opened = open("{}", &Limits::default(), &mut |_| std::ops::ControlFlow::Continue(()));
/// assert!(matches!(opened, Opened::Decided(verdict) if !verdict.valid));
/// ```
pub fn advance(pieces: &Pieces, group: &mut [Stretch], heaps: u64) -> Result<u64, Rejection> {
    pieces.advance(group, heaps, &Vectors(Isa::detect()))
}

/// The loops of the checker, compiled for some instructions.
struct Vectors(Isa);

struct Compiled<J>(J);

impl<J: Job> Work for Compiled<J> {
    type Out = J::Out;

    #[inline(always)]
    fn run(self) -> J::Out {
        self.0.run()
    }
}

impl Instructions for Vectors {
    fn run<J: Job>(&self, job: J) -> J::Out {
        self.0.run(Compiled(job))
    }
}
