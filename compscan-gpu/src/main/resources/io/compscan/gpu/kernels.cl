/*
 * The kernels of compscan: candidates of content-defined chunkers, and SHA-1 of chunks.
 *
 * One source for two ways. OpenCL builds it on the device's machine. For CUDA, clang compiles it to PTX at development time
 * (dev/accelerator-ptx.sh). PTX has no OpenCL library, so what the kernels need of it is named by the macros below.
 *
 * Every argument is 8 bytes long: a pointer or a ulong. The machine is little-endian.
 */
#ifdef __NVPTX__
#define LOCAL_ITEM ((uint)__nvvm_read_ptx_sreg_tid_x())
#define GROUP_ITEMS ((uint)__nvvm_read_ptx_sreg_ntid_x())
#define ITEM ((uint)__nvvm_read_ptx_sreg_ctaid_x() * GROUP_ITEMS + LOCAL_ITEM)
#define AWAIT_GROUP __syncthreads()
#else
#define LOCAL_ITEM ((uint)get_local_id(0))
#define GROUP_ITEMS ((uint)get_local_size(0))
#define ITEM ((uint)get_global_id(0))
#define AWAIT_GROUP barrier(CLK_LOCAL_MEM_FENCE)
#endif

/* ---- Candidates ----
 *
 * An item looks at one stretch and writes one bit a byte. Bit i is set where the hash that ends with byte i allows a cut.
 *
 *   data  ......|warm-up|========= stretch of 1 KiB =========|......
 *                       ^ start
 *
 * The warm-up restores the hash of the bytes before the stretch. Bytes before the first stretch count as zeros, so the first
 * window - 1 bits mean nothing. Bits behind the last byte mean nothing either. The data reaches to
 * the end of a stretch. Windows are shorter than a stretch.
 */
#define STRETCH_BYTES 1024
#define GEAR_WARM_UP_BYTES 64
#define TABLE_LENGTH 256

/* Four bytes at any place, the first one lowest. Reads the aligned word behind them as well. */
static uint word_at(global const uint *words, uint at) {
    uint shift = (at & 3) * 8;
    uint low = words[at / 4];
    uint high = words[at / 4 + 1];
    return (low >> shift) | ((high << 1) << (31 - shift));
}

/* The bytes that leave the windows with the bytes [at, at + 4). Byte i leaves with byte i + window. */
static uint leaving_word(global const uint *words, uint at, uint window) {
    if (at >= window) {
        return word_at(words, at - window);
    }
    return at + 4 <= window ? 0 : words[0] << (8 * (window - at));
}

#define RABIN_BYTE(in, out, bit)                                                                                        \
    print = ((print << 8) | ((in) & 0xff)) ^ reduced[(uint)(print >> shift) & 0xff] ^ leaving[(out) & 0xff];            \
    hits |= (uint)((print & mask) == value) << (bit);

#define RABIN_WORD(in, place)                                                                                           \
    {                                                                                                                   \
        uint entering = in;                                                                                             \
        uint outgoing = leaving_word(words, at + (place), width);                                    \
        RABIN_BYTE(entering, outgoing, (place))                                                                         \
        RABIN_BYTE(entering >> 8, outgoing >> 8, (place) + 1)                                                           \
        RABIN_BYTE(entering >> 16, outgoing >> 16, (place) + 2)                                                         \
        RABIN_BYTE(entering >> 24, outgoing >> 24, (place) + 3)                                                         \
    }

/* Source of the two tables: io.compscan.core.chunk.RabinScan. */
kernel void rabin(
        global const uchar *data,
        ulong from,
        ulong bytes,
        global const ulong *tables,
        ulong window,
        ulong top_shift,
        ulong mask,
        ulong value,
        global uint *bits) {
    local ulong reduced[TABLE_LENGTH];
    local ulong leaving[TABLE_LENGTH];
    for (uint i = LOCAL_ITEM; i < TABLE_LENGTH; i += GROUP_ITEMS) {
        reduced[i] = tables[i];
        leaving[i] = tables[TABLE_LENGTH + i];
    }
    AWAIT_GROUP;
    ulong first = (ulong)ITEM * STRETCH_BYTES;
    if (first >= bytes) {
        return;
    }
    global const uchar *stretches = data + from;
    uint start = (uint)first;
    uint shift = (uint)top_shift;
    uint width = (uint)window;
    global const uint *words = (global const uint *)stretches;
    ulong print = 0;
    for (uint at = start == 0 ? start : start - width; at < start; at += 4) {
        uint word = word_at(words, at);
        for (uint i = at; i < at + 4 && i < start; i++) {
            print = ((print << 8) | (word & 0xff)) ^ reduced[(uint)(print >> shift) & 0xff];
            word >>= 8;
        }
    }
    for (uint at = start; at < start + STRETCH_BYTES; at += 32) {
        uint hits = 0;
        uint4 low = *(global const uint4 *)(stretches + at);
        uint4 high = *(global const uint4 *)(stretches + at + 16);
        RABIN_WORD(low.x, 0)
        RABIN_WORD(low.y, 4)
        RABIN_WORD(low.z, 8)
        RABIN_WORD(low.w, 12)
        RABIN_WORD(high.x, 16)
        RABIN_WORD(high.y, 20)
        RABIN_WORD(high.z, 24)
        RABIN_WORD(high.w, 28)
        bits[at / 32] = hits;
    }
}

#define GEAR_BYTE(in, bit)                                                                                              \
    hash = (hash << 1) + gear[(in) & 0xff];                                                                             \
    strict_hits |= (uint)((hash & strict) == 0) << (bit);                                                               \
    loose_hits |= (uint)((hash & loose) == 0) << (bit);

#define GEAR_WORD(in, place)                                                                                            \
    GEAR_BYTE(in, (place))                                                                                              \
    GEAR_BYTE((in) >> 8, (place) + 1)                                                                                   \
    GEAR_BYTE((in) >> 16, (place) + 2)                                                                                  \
    GEAR_BYTE((in) >> 24, (place) + 3)

#define WARM_UP_WORD(in)                                                                                                \
    hash = (hash << 1) + gear[(in) & 0xff];                                                                             \
    hash = (hash << 1) + gear[((in) >> 8) & 0xff];                                                                      \
    hash = (hash << 1) + gear[((in) >> 16) & 0xff];                                                                     \
    hash = (hash << 1) + gear[((in) >> 24) & 0xff];

/* One mask, or two: where they are the same, the compiler drops what the second one takes. */
#define GEAR_STRETCH(WRITE_LOOSE)                                                                                       \
    local ulong gear[TABLE_LENGTH];                                                                                     \
    for (uint i = LOCAL_ITEM; i < TABLE_LENGTH; i += GROUP_ITEMS) {                                                     \
        gear[i] = table[i];                                                                                             \
    }                                                                                                                   \
    AWAIT_GROUP;                                                                                                        \
    ulong first = (ulong)ITEM * STRETCH_BYTES;                                                                          \
    if (first >= bytes) {                                                                                               \
        return;                                                                                                         \
    }                                                                                                                   \
    global const uchar *stretches = data + from;                                                                        \
    uint start = (uint)first;                                                                                           \
    ulong hash = 0;                                                                                                     \
    for (uint at = start == 0 ? 0 : start - GEAR_WARM_UP_BYTES; at < start; at += 16) {                                 \
        uint4 four = *(global const uint4 *)(stretches + at);                                                           \
        WARM_UP_WORD(four.x)                                                                                            \
        WARM_UP_WORD(four.y)                                                                                            \
        WARM_UP_WORD(four.z)                                                                                            \
        WARM_UP_WORD(four.w)                                                                                            \
    }                                                                                                                   \
    for (uint at = start; at < start + STRETCH_BYTES; at += 32) {                                                       \
        uint strict_hits = 0;                                                                                           \
        uint loose_hits = 0;                                                                                            \
        uint4 low = *(global const uint4 *)(stretches + at);                                                            \
        uint4 high = *(global const uint4 *)(stretches + at + 16);                                                      \
        GEAR_WORD(low.x, 0)                                                                                             \
        GEAR_WORD(low.y, 4)                                                                                             \
        GEAR_WORD(low.z, 8)                                                                                             \
        GEAR_WORD(low.w, 12)                                                                                            \
        GEAR_WORD(high.x, 16)                                                                                           \
        GEAR_WORD(high.y, 20)                                                                                           \
        GEAR_WORD(high.z, 24)                                                                                           \
        GEAR_WORD(high.w, 28)                                                                                           \
        strict_bits[at / 32] = strict_hits;                                                                             \
        WRITE_LOOSE                                                                                                     \
    }

kernel void gear(
        global const uchar *data,
        ulong from,
        ulong bytes,
        global const ulong *table,
        ulong strict,
        global uint *strict_bits) {
    ulong loose = strict;
    GEAR_STRETCH((void)loose_hits;)
}

kernel void gear_twice(
        global const uchar *data,
        ulong from,
        ulong bytes,
        global const ulong *table,
        ulong strict,
        ulong loose,
        global uint *strict_bits,
        global uint *loose_bits) {
    GEAR_STRETCH(loose_bits[at / 32] = loose_hits;)
}

/* ---- SHA-1 (FIPS 180-4), one item a chunk ----
 *
 * Chunks start at any byte. zeros[chunk] is 1 if all bytes of the chunk are zero, else 0.
 */
#define BLOCK_BYTES 64
#define ROTATED(x, n) (((x) << (n)) | ((x) >> (32 - (n))))

static uint big_endian(uint x) {
    return ROTATED(x, 8) & 0x00ff00ff | ROTATED(x, 24) & 0xff00ff00;
}

/* Word k of the blocks behind the whole ones: the last bytes, a one, zeros, the length in bits. */
static uint tail_word(global const uchar *chunk, uint length, uint at, uint end) {
    if (at == end - 4) {
        return length << 3;
    }
    if (at == end - 8) {
        return length >> 29;
    }
    uint word = 0;
    for (uint j = 0; j < 4; j++) {
        uint byte = at + j < length ? chunk[at + j] : at + j == length ? 0x80 : 0;
        word = (word << 8) | byte;
    }
    return word;
}

#define SCHEDULED(t)                                                                                                    \
    (w[(t) & 15] = ROTATED(w[((t) + 13) & 15] ^ w[((t) + 8) & 15] ^ w[((t) + 2) & 15] ^ w[(t) & 15], 1))

#define STEP(a, b, c, d, e, f, k, word)                                                                                 \
    e += ROTATED(a, 5) + (f) + (k) + (word);                                                                            \
    b = ROTATED(b, 30);

#define CHOICE(b, c, d) ((d) ^ ((b) & ((c) ^ (d))))
#define PARITY(b, c, d) ((b) ^ (c) ^ (d))
#define MAJORITY(b, c, d) (((b) & (c)) | ((d) & ((b) | (c))))

#define LOADED(t) w[t]

#define FIVE(F, K, WORD, t)                                                                                             \
    STEP(a, b, c, d, e, F(b, c, d), K, WORD(t))                                                                         \
    STEP(e, a, b, c, d, F(a, b, c), K, WORD((t) + 1))                                                                   \
    STEP(d, e, a, b, c, F(e, a, b), K, WORD((t) + 2))                                                                   \
    STEP(c, d, e, a, b, F(d, e, a), K, WORD((t) + 3))                                                                   \
    STEP(b, c, d, e, a, F(c, d, e), K, WORD((t) + 4))

#define TWENTY(F, K, t)                                                                                                 \
    FIVE(F, K, SCHEDULED, t)                                                                                            \
    FIVE(F, K, SCHEDULED, (t) + 5)                                                                                      \
    FIVE(F, K, SCHEDULED, (t) + 10)                                                                                     \
    FIVE(F, K, SCHEDULED, (t) + 15)

kernel void sha1(
        global const uchar *data,
        global const uint *offsets,
        global const uint *lengths,
        ulong count,
        global uint *digests,
        global uchar *zeros) {
    uint item = ITEM;
    if (item >= count) {
        return;
    }
    uint offset = offsets[item];
    uint length = lengths[item];
    uint whole = length / BLOCK_BYTES;
    uint blocks = (length + 8) / BLOCK_BYTES + 1;
    uint w[16];
    uint h0 = 0x67452301;
    uint h1 = 0xefcdab89;
    uint h2 = 0x98badcfe;
    uint h3 = 0x10325476;
    uint h4 = 0xc3d2e1f0;
    uint any = 0;
    for (uint block = 0; block < blocks; block++) {
        if (block < whole) {
            global const uint *words = (global const uint *)(data + (offset & ~3u)) + block * (BLOCK_BYTES / 4);
            uint shift = (offset & 3) * 8;
            uint low = words[0];
#pragma unroll
            for (uint k = 0; k < 16; k++) {
                uint high = words[k + 1];
                uint word = (low >> shift) | ((high << 1) << (31 - shift));
                any |= word;
                w[k] = big_endian(word);
                low = high;
            }
        } else {
#pragma unroll
            for (uint k = 0; k < 16; k++) {
                w[k] = tail_word(data + offset, length, block * BLOCK_BYTES + 4 * k, blocks * BLOCK_BYTES);
            }
        }
        uint a = h0;
        uint b = h1;
        uint c = h2;
        uint d = h3;
        uint e = h4;
        FIVE(CHOICE, 0x5a827999, LOADED, 0)
        FIVE(CHOICE, 0x5a827999, LOADED, 5)
        FIVE(CHOICE, 0x5a827999, LOADED, 10)
        STEP(a, b, c, d, e, CHOICE(b, c, d), 0x5a827999, LOADED(15))
        STEP(e, a, b, c, d, CHOICE(a, b, c), 0x5a827999, SCHEDULED(16))
        STEP(d, e, a, b, c, CHOICE(e, a, b), 0x5a827999, SCHEDULED(17))
        STEP(c, d, e, a, b, CHOICE(d, e, a), 0x5a827999, SCHEDULED(18))
        STEP(b, c, d, e, a, CHOICE(c, d, e), 0x5a827999, SCHEDULED(19))
        TWENTY(PARITY, 0x6ed9eba1, 20)
        TWENTY(MAJORITY, 0x8f1bbcdc, 40)
        TWENTY(PARITY, 0xca62c1d6, 60)
        h0 += a;
        h1 += b;
        h2 += c;
        h3 += d;
        h4 += e;
    }
    for (uint i = whole * BLOCK_BYTES; i < length; i++) {
        any |= data[offset + i];
    }
    digests[5 * item] = big_endian(h0);
    digests[5 * item + 1] = big_endian(h1);
    digests[5 * item + 2] = big_endian(h2);
    digests[5 * item + 3] = big_endian(h3);
    digests[5 * item + 4] = big_endian(h4);
    zeros[item] = any == 0;
}
