// Summaries of families of subtraction sets: all sets with least number `min` and largest number `t`.
//
// Set number i of a family chooses its free numbers min + 1, ..., t - 1 by the digits of i in base 2,
// the largest by the last digit. A set is a word: bit s - 1 for s.
//
// * `bulk` runs 32 sets in the bits of one word: for each heap, one word says in which of them Left does
//   not win moving first, another one the same for Right. The sets of a word differ in their five
//   largest free numbers, the words of a block in the next six, so that all else is the same for a block.
//   A set is done when t + 1 outcomes in a row are equal: the first t decide the next one, so it goes on
//   like this. The others are handed on with the windows of their last t outcomes.
// * `rest` runs one set in a thread: two windows, compared with saved ones (Brent 1980). Those that take
//   too long are handed on again.
//
// Everything is exact: counts, the largest period and the largest preperiod with the first set that has
// it.

typedef unsigned long long u64;
typedef unsigned int u32;

// What a launch is about.
struct Family {
    u64 fixed;        // the word of {min, t}
    u64 start_left;   // bit min - 1 - n: Left, moving first, wins the heap n < min
    u64 start_right;
    u64 first;        // the number of the first set, a multiple of 2048
    u32 min;
    u32 t;
    u32 count;        // how many sets, a multiple of 2048
    u32 crossed;      // whether the opponent answers with the other window
    u32 stretches;    // how often `bulk` looks whether t + 1 outcomes in a row are equal
    u32 capacity;     // room for sets that are handed on
    u32 limit;        // `rest` hands a set on at this heap; at 0 it counts it as not found
    u32 give_up;      // a set with no period before this heap is counted as not found
    u64 wanted[2];    // bit k: sets that are counted by the key k of the tally are asked about
    u32 some;         // whether not all keys are wanted
    u32 room;         // room for the numbers of sets that are wanted; 0 if they are not listed
};

// A set that is handed on, before heap `n`.
struct Open {
    u64 left;   // bit k: Left, moving first, does not win the heap n - 1 - k
    u64 right;
    u32 set;    // its number, less that of the first
    u32 n;
    u32 seen;
    u32 padding;
};

// What a launch finds.
struct Found {
    u64 tally[128];     // by the outcomes seen (4 bits), the last one (2), and whether it is constant
    u64 max_period;     // period << 32 | ~set
    u64 max_preperiod;  // preperiod << 32 | ~set
    u64 not_found;
    u64 floor;          // preperiods below this one do not matter
    u32 open;           // sets that were handed on
    u32 listed;         // sets that are wanted, if they are listed
};

static __device__ __forceinline__ u64 mask_of(const Family& f, u64 number) {
    u32 free = f.t - f.min - 1;
    return f.fixed | (free ? (__brevll(number) >> (64 - free)) << f.min : 0);
}

// One heap more: the windows of those who do not win.
static __device__ __forceinline__ void step(u64 mask, bool crossed, u64& left, u64& right) {
    u64 for_left = crossed ? right : left, for_right = crossed ? left : right;
    u64 l = (mask & for_left) == 0, r = (mask & for_right) == 0;
    left = left << 1 | l;
    right = right << 1 | r;
}

// The same from heap 0 on, where heaps below min have no move.
static __device__ void step_from_0(const Family& f, u64 mask, u32 n, u64& left, u64& right) {
    if (n < f.min) {
        left = left << 1 | (~f.start_left >> (f.min - 1 - n) & 1);
        right = right << 1 | (~f.start_right >> (f.min - 1 - n) & 1);
    } else {
        step(mask, f.crossed, left, right);
    }
}

// The preperiod of a set with this period: behind the last heap n whose outcome is not that of n + p.
static __device__ u32 preperiod(const Family& f, u64 mask, u32 period) {
    u64 within = ~0ull >> (64 - f.t);
    u64 left = 0, right = 0, ahead_left = 0, ahead_right = 0;
    for (u32 n = 0; n < period; n++) step_from_0(f, mask, n, ahead_left, ahead_right);
    u32 least = 0;
    for (u32 n = 0;; n++) {
        step_from_0(f, mask, n, left, right);
        step_from_0(f, mask, n + period, ahead_left, ahead_right);
        u64 differ = (left ^ ahead_left) | (right ^ ahead_right);
        if (differ & 1) least = n + 1;
        if (n + 1 >= f.t && (differ & within) == 0) return least;
    }
}

static __device__ void candidate(const Family& f, Found* found, u64 mask, u32 set, u32 period, u32 bound) {
    if (bound < *(volatile u64*)&found->floor) return;
    u64 exact = preperiod(f, mask, period);
    atomicMax(&found->floor, exact);
    atomicMax(&found->max_preperiod, exact << 32 | (0xffffffffu - set));
}

// Adds one to the tally of a block, together with the threads that have the same key.
static __device__ __forceinline__ void count(u32* tally, u32 key) {
    u32 same = __match_any_sync(__activemask(), key);
    u32 lane = threadIdx.x & 31;
    if ((u32)(__ffs(same) - 1) == lane) atomicAdd(&tally[key], __popc(same));
}

// Whether the sets of a key are asked about; the extremes are those of such sets.
static __device__ __forceinline__ bool wanted(const Family& f, u32 key) {
    return !f.some || (f.wanted[key >> 6] >> (key & 63) & 1);
}

static __device__ __forceinline__ void list_it(const Family& f, Found* found, u32* list, u32 set) {
    if (!f.room) return;
    u32 place = atomicAdd(&found->listed, 1u);
    if (place < f.room) list[place] = set;
}

static __device__ __forceinline__ void longest(Found* found, u32 period, u32 set) {
    u64 packed = (u64)period << 32 | (0xffffffffu - set);
    if (packed > *(volatile u64*)&found->max_period) atomicMax(&found->max_period, packed);
}

// Threads of a block of `bulk`: 2^6, so that all of them together are 2^11 sets.
#define THREADS 64
#define OWN 6

// The words of who does not win, for the heaps of the last RING; those below 0 are won.
template <u32 RING>
struct Ring {
    uint2 at[RING][THREADS];
    __device__ __forceinline__ uint2& operator[](u32 n) { return at[n % RING][threadIdx.x]; }
};

template <u32 RING>
static __device__ __forceinline__ void bulk_of(const Family& f, Found* found, Open* open, u32* list) {
    __shared__ Ring<RING> ring;
    __shared__ u32 tally[128];
    u32 me = threadIdx.x, lane = me & 31;
    tally[me] = tally[me + THREADS] = 0;
    for (u32 slot = 0; slot < RING; slot++) ring[slot] = make_uint2(0, 0);
    for (u32 n = 0; n < f.min; n++) {
        u32 left = -(u32)(~f.start_left >> (f.min - 1 - n) & 1);
        u32 right = -(u32)(~f.start_right >> (f.min - 1 - n) & 1);
        ring[n] = make_uint2(left, right);
    }
    __syncthreads();
    u32 set = (blockIdx.x * THREADS + me) * 32;
    {
        // What all words of the block have.
        u64 common = mask_of(f, f.first + (u64)blockIdx.x * (THREADS * 32));
        u32 patterns[5] = {0xaaaaaaaau, 0xccccccccu, 0xf0f0f0f0u, 0xff00ff00u, 0xffff0000u};
        u32 own[OWN];
        for (u32 j = 0; j < OWN; j++) own[j] = -(me >> j & 1);
        u32 seen[4] = {0, 0, 0, 0};
        // Sets that are constant, and those among them that were so in the first stretch.
        u32 constant = 0, early = 0, changed = 0;
        u32 last_left = 0, last_right = 0;
        // A stretch is t + 1 heaps; the first one begins at heap t.
        u32 begin = f.t, end = f.t + (f.t + 1) * f.stretches;
        // Without 1 in the sets, no heap has the one before it as an option: two at a time.
        u32 together = f.min > 1 ? 2 : 1;
        for (u32 n = f.min; n < end; n += together) {
            u32 left[2] = {0, 0}, right[2] = {0, 0};
#pragma unroll
            for (u32 half = 0; half < 2; half++) {
                for (u32 rest = (u32)(common >> (32 * half)); rest; rest &= rest - 1) {
                    u32 s = __ffs(rest) + 32 * half;
#pragma unroll
                    for (u32 k = 0; k < 2; k++) {
                        uint2 at = ring[n + k - s];
                        left[k] |= at.x;
                        right[k] |= at.y;
                    }
                }
            }
#pragma unroll
            for (u32 j = 0; j < 5; j++) {
#pragma unroll
                for (u32 k = 0; k < 2; k++) {
                    uint2 at = ring[n + k - (f.t - 1 - j)];
                    left[k] |= at.x & patterns[j];
                    right[k] |= at.y & patterns[j];
                }
            }
#pragma unroll
            for (u32 j = 0; j < OWN; j++) {
#pragma unroll
                for (u32 k = 0; k < 2; k++) {
                    uint2 at = ring[n + k - (f.t - 6 - j)];
                    left[k] |= at.x & own[j];
                    right[k] |= at.y & own[j];
                }
            }
#pragma unroll
            for (u32 k = 0; k < 2; k++) {
                if (k < together && n + k < end) {
                    // Who wins moves to a heap at which the opponent does not win.
                    u32 no_left = ~(f.crossed ? right[k] : left[k]);
                    u32 no_right = ~(f.crossed ? left[k] : right[k]);
                    ring[n + k] = make_uint2(no_left, no_right);
                    seen[0] |= no_left & no_right;
                    seen[1] |= ~no_left & no_right;
                    seen[2] |= no_left & ~no_right;
                    seen[3] |= ~(no_left | no_right);
                    changed |= (no_left ^ last_left) | (no_right ^ last_right);
                    // The first outcome of a stretch is compared with none.
                    if (n + k == begin) changed = 0;
                    last_left = no_left;
                    last_right = no_right;
                    if (n + k == begin + f.t) {
                        constant |= ~changed;
                        if (begin == f.t) early = constant;
                        begin = n + k + 1;
                    }
                }
            }
        }
        // Those that are constant.
        for (u32 b = 0; b < 32; b++) {
            bool is = constant >> b & 1;
            if (!is) continue;
            u32 key = (seen[0] >> b & 1) | (seen[1] >> b & 1) << 1 | (seen[2] >> b & 1) << 2 | (seen[3] >> b & 1) << 3;
            key |= (~last_left >> b & 1) << 4 | (~last_right >> b & 1) << 5 | 64;
            count(tally, key);
            if (!wanted(f, key)) continue;
            list_it(f, found, list, set + b);
            // Without a condition the first set of all has the period 1, if none has a larger one.
            if (f.some) longest(found, 1, set + b);
            u32 bound = early >> b & 1 ? f.t : end - f.t - 1;
            candidate(f, found, mask_of(f, f.first + set + b), set + b, 1, bound);
        }
        // The others, with their windows.
        u32 others = ~constant;
        u32 mine = __popc(others), before = mine;
        __syncwarp();
        for (u32 d = 1; d < 32; d <<= 1) {
            u32 left = __shfl_up_sync(0xffffffffu, before, d);
            if (lane >= d) before += left;
        }
        u32 all = __shfl_sync(0xffffffffu, before, 31);
        u32 place = 0;
        if (lane == 0 && all) place = atomicAdd(&found->open, all);
        place = __shfl_sync(0xffffffffu, place, 0) + before - mine;
        for (; others; others &= others - 1, place++) {
            u32 b = __ffs(others) - 1;
            if (place >= f.capacity) break;
            u64 left = 0, right = 0;
            for (u32 n = end - f.t; n < end; n++) {
                uint2 at = ring[n];
                left = left << 1 | (at.x >> b & 1);
                right = right << 1 | (at.y >> b & 1);
            }
            Open& o = open[place];
            o.left = left;
            o.right = right;
            o.set = set + b;
            o.n = end;
            o.seen = (seen[0] >> b & 1) | (seen[1] >> b & 1) << 1 | (seen[2] >> b & 1) << 2 | (seen[3] >> b & 1) << 3;
        }
    }
    __syncthreads();
    for (u32 key = me; key < 128; key += THREADS) {
        if (tally[key]) atomicAdd(&found->tally[key], (u64)tally[key]);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) bulk32(Family f, Found* found, Open* open, u32* list) {
    bulk_of<32>(f, found, open, list);
}

extern "C" __global__ void __launch_bounds__(THREADS) bulk64(Family f, Found* found, Open* open, u32* list) {
    bulk_of<64>(f, found, open, list);
}

extern "C" __global__ void __launch_bounds__(256) rest(Family f, Found* found, const Open* from, u32 sets, Open* to, u32* list) {
    __shared__ u32 tally[128];
    if (threadIdx.x < 128) tally[threadIdx.x] = 0;
    __syncthreads();
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < sets) {
        Open o = from[i];
        u64 mask = mask_of(f, f.first + o.set);
        u64 within = ~0ull >> (64 - f.t);
        u64 left = o.left, right = o.right, saved_left = left, saved_right = right;
        u32 n = o.n, saved_at = n, next_save = 2 * n, period = 0;
        u64 seen0 = 0, seen1 = 0, seen2 = 0, seen3 = 0;
        bool crossed = f.crossed;
        while (!period && n < f.limit) {
#pragma unroll
            for (u32 k = 0; k < 8; k++) {
                step(mask, crossed, left, right);
                u64 differ = ((left ^ saved_left) | (right ^ saved_right)) & within;
                if (differ == 0 && period == 0) period = n + k + 1 - saved_at;
            }
            n += 8;
            // The outcomes of the last eight heaps, more than once if the period is shorter.
            seen0 |= left & right;
            seen1 |= ~left & right;
            seen2 |= left & ~right;
            seen3 |= ~(left | right);
            if (n >= next_save) {
                saved_left = left;
                saved_right = right;
                saved_at = n;
                next_save = 2 * n;
            }
        }
        u32 seen = o.seen | ((seen0 & 255) != 0) | ((seen1 & 255) != 0) << 1 | ((seen2 & 255) != 0) << 2 | ((seen3 & 255) != 0) << 3;
        if (period) {
            u32 key = seen | (u32)(~left & 1) << 4 | (u32)(~right & 1) << 5 | (period == 1) << 6;
            count(tally, key);
            if (wanted(f, key)) {
                list_it(f, found, list, o.set);
                longest(found, period, o.set);
                u32 bound = saved_at > f.t ? saved_at - f.t : 0;
                candidate(f, found, mask, o.set, period, bound);
            }
        } else if (n >= f.give_up) {
            count(tally, seen);
            if (wanted(f, seen)) {
                list_it(f, found, list, o.set);
                atomicAdd(&found->not_found, 1ull);
            }
        } else {
            u32 place = atomicAdd(&found->open, 1u);
            if (place < f.capacity) {
                Open& next = to[place];
                next.left = left;
                next.right = right;
                next.set = o.set;
                next.n = n;
                next.seen = seen;
            }
        }
    }
    __syncthreads();
    if (threadIdx.x < 128 && tally[threadIdx.x]) atomicAdd(&found->tally[threadIdx.x], (u64)tally[threadIdx.x]);
}
