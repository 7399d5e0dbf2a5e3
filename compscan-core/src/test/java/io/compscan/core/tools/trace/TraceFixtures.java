package io.compscan.core.tools.trace;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Traces written from the descriptions of their formats. Totals are worked out by hand in {@link TraceImportTest}. */
final class TraceFixtures {

    private static final int CHUNK = 4096;

    private TraceFixtures() {}

    /**
     * Four names: {@code a.txt} of 9,000 bytes (A, zeros, 808 bytes of B) and {@code b.txt} of 8,192 (A, A). The others are a hard
     * link to b.txt and, from version 4 on, a symbolic link.
     */
    static byte[] fsHasherFixed(int version) {
        boolean hasInodes = version >= 4;
        Bytes out = header(version, hasInodes ? 4 : 2, 1, 6, CHUNK);
        file(out, version, "home/a.txt", 9000, 3, 1, 11, "");
        chunk(out, version, 0, hash('A', CHUNK));
        chunk(out, version, 0, hash('\0', CHUNK));
        chunk(out, version, 0, hash('B', 808));
        file(out, version, "home/b.txt", 8192, 2, 2, 12, "");
        chunk(out, version, 0, hash('A', CHUNK));
        chunk(out, version, 0, hash('A', CHUNK));
        if (hasInodes) {
            file(out, version, "home/c.txt", 8192, 2, 2, 12, "");
            chunk(out, version, 0, hash('A', CHUNK));
            chunk(out, version, 0, hash('A', CHUNK));
            file(out, version, "home/link", 5, 0, 1, 13, "b.txt");
        }
        return out.toArray();
    }

    /** One file of 21,384 bytes: 5,000 of A, a longest chunk of zeros, A once more, and one of 1,384; the trace says 100 bytes more. */
    static byte[] fsHasherVariable(int version) {
        Bytes out = header(version, 1, 2, 6, 10_000);
        file(out, version, "img.vmdk", 21_484, 4, 1, 1, "");
        chunk(out, version, 5000, hash('A', 5000));
        chunk(out, version, 10_000, hash('\0', 10_000));
        chunk(out, version, 5000, hash('A', 5000));
        chunk(out, version, 1384, hash('C', 1384));
        return out.toArray();
    }

    private static byte[] hash(char letter, int lengthBytes) {
        return Bytes.digest("SHA-1", 20, letter, lengthBytes);
    }

    static Bytes header(int version, int files, int method, int hashMethod, int chunkBytes) {
        int bits = hashMethod == 3 ? 48 : 160;
        Bytes out = new Bytes()
                .u32(0xDEADDEADL)
                .u32(version)
                .u64(files)
                .text("/home", 4096)
                .u64(9)
                .u32(method);
        if (method == 1) {
            out.u32(chunkBytes).zeros(40);
        } else {
            out.u32(3).zeros(32).u32(1000).u32(chunkBytes);
        }
        out.u32(hashMethod).u32(bits);
        if (version >= 3) {
            out.text("host", 4096).u64(1).u64(2);
        }
        if (version >= 5) {
            out.u64(12345);
        }
        return out;
    }

    static void file(Bytes out, int version, String path, long size, int chunks, int links, int inode, String target) {
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        if (version == 1) {
            out.text(path, 4096).u64(size).u64(chunks);
        } else if (version <= 3) {
            out.u64(size).u64(chunks).u32(name.length).bytes(name);
        } else {
            out.u64(size);
            if (version >= 5) {
                out.u64(8);
            }
            out.u32(1000)
                    .u32(1000)
                    .u64(0644)
                    .u64(1)
                    .u64(2)
                    .u64(3)
                    .u64(links)
                    .u64(5)
                    .u64(inode)
                    .u64(chunks);
            byte[] to = target.getBytes(StandardCharsets.UTF_8);
            out.u32(name.length).u32(to.length).bytes(name).bytes(to);
        }
    }

    /** @param length 0 for a fixed chunk, whose length is not written */
    static void chunk(Bytes out, int version, long length, byte[] hash) {
        if (length > 0 && version >= 7) {
            out.u32(length);
        } else if (length > 0) {
            out.u64(length);
        }
        out.bytes(hash);
        if (version >= 6) {
            out.u8(3);
        }
    }

    /** Writes A to 0, zeros to 8, B to 0, A to 16, and B to 0 of another disk; a read in between. */
    static byte[] fiu() {
        String a = md5('A');
        String b = md5('B');
        String zero = md5('\0');
        return String.join(
                        "\n",
                        "89955 4892 syslogd 0 8 W 6 0 " + a,
                        "89956 4892 my process name 8 8 W 6 0 " + zero,
                        "89957 4893 cat 64 8 R 6 0 " + a,
                        "89958 4892 syslogd 0 8 W 6 0 " + b,
                        "89959 4892 syslogd 16 8 W 6 0 " + a,
                        "",
                        "89960 4892 syslogd 0 8 W 8 0 " + b,
                        "")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String md5(char letter) {
        return HexFormat.of().formatHex(Bytes.digest("MD5", 16, letter, CHUNK));
    }

    /** A disk of 3.5 chunks of 64 KiB: A, zeros, A, half a chunk of B. */
    static byte[] fidx() {
        int chunk = 65536;
        Bytes out = new Bytes()
                .bytes(new byte[] {47, 127, 65, (byte) 237, (byte) 145, (byte) 253, 15, (byte) 205})
                .zeros(16)
                .u64(1_700_000_000)
                .zeros(32)
                .u64(3 * chunk + chunk / 2)
                .u64(chunk)
                .zeros(4016);
        for (char letter : new char[] {'A', '\0', 'A'}) {
            out.bytes(Bytes.digest("SHA-256", 32, letter, chunk));
        }
        return out.bytes(Bytes.digest("SHA-256", 32, 'B', chunk / 2)).toArray();
    }

    /** Chunks of 5,000 of A, 16 MiB of zeros, 5,000 of A. */
    static byte[] didx() {
        int most = 16 << 20;
        return new Bytes()
                .bytes(new byte[] {28, (byte) 145, 78, (byte) 165, 25, (byte) 186, (byte) 179, (byte) 205})
                .zeros(16)
                .u64(1_700_000_000)
                .zeros(32)
                .zeros(4032)
                .u64(5000)
                .bytes(Bytes.digest("SHA-256", 32, 'A', 5000))
                .u64(5000 + most)
                .bytes(Bytes.digest("SHA-256", 32, '\0', most))
                .u64(10_000 + most)
                .bytes(Bytes.digest("SHA-256", 32, 'A', 5000))
                .toArray();
    }

    /**
     * Eight buckets with four entries. A of 5,000 bytes has three references and takes 100; zeros occur twice. Ten bytes of B take 13, and
     * nothing refers to C any more. One bucket is deleted.
     */
    static byte[] borg(int zeroBytes) {
        Bytes out = borgHeader("BORG_IDX", 4, 8, 32, 12);
        bucket(out, "A", 3, 5000, 100);
        bucket(out, "", 0xFFFF_FFFFL, 0, 0);
        out.bytes(Bytes.digest("SHA-256", 32, '\0', zeroBytes))
                .u32(2)
                .u32(zeroBytes)
                .u32(33);
        bucket(out, "D", 0xFFFF_FFFEL, 7, 7);
        bucket(out, "B", 1, 10, 13);
        bucket(out, "", 0xFFFF_FFFFL, 0, 0);
        bucket(out, "C", 0, 600, 500);
        bucket(out, "", 0xFFFF_FFFFL, 0, 0);
        return out.toArray();
    }

    static Bytes borgHeader(String magic, int entries, int buckets, int keyBytes, int valueBytes) {
        return new Bytes().text(magic, 8).u32(entries).u32(buckets).u8(keyBytes).u8(valueBytes);
    }

    private static void bucket(Bytes out, String id, long references, long size, long stored) {
        out.text(id, 32).u32(references).u32(size).u32(stored);
    }

    /** Three blocks: 128 KiB with three references that take 0x9000 bytes, 128 KiB with two that do not shrink, 4 KiB that take 0x600. */
    static byte[] zdb() {
        return String.join(
                        "\n",
                        "DDT-sha256-zap-duplicate: 2 entries, size 290 on disk, 141 in core",
                        "",
                        entry("1f", 3, "single", "lz4", "20000L/9000P", "a:b:c:d"),
                        entry("20", 2, "phys 0", "uncompressed", "20000L/20000P", "1:2:3:ffffffffffffffff"),
                        entry("20", 0, "ditto", "uncompressed", "20000L/20000P", "1:2:3:ffffffffffffffff"),
                        "DDT-sha256-zap-unique: 1 entries, size 290 on disk, 141 in core",
                        entry("0", 1, "single", "lz4", "1000L/600P", "a:b:c:e"),
                        "DDT histogram (aggregated over all DDTs):",
                        "")
                .getBytes(StandardCharsets.US_ASCII);
    }

    static String entry(String index, int references, String kind, String compressor, String size, String sum) {
        return "index " + index + " refcnt " + references + " " + kind
                + " DVA[0]=<0:1a000:20000> [L0 deduplicated block] sha256 "
                + compressor + " unencrypted LE contiguous dedup single size=" + size + " birth=80L/80P fill=1 cksum="
                + sum;
    }

    /** Chunks of 5,000 of A, 65,536 of zeros, 5,000 of A, 10 of B. */
    static byte[] caibx() {
        Bytes out = new Bytes()
                .u64(48)
                .u64(0x96824D9C7B129FF9L)
                .u64(0x2000000000000000L)
                .u64(1024)
                .u64(16384)
                .u64(65536)
                .u64(-1)
                .u64(0xE75B9E112F17417DL);
        long end = 0;
        for (Object[] chunk : new Object[][] {{'A', 5000}, {'\0', 65536}, {'A', 5000}, {'B', 10}}) {
            end += (int) chunk[1];
            out.u64(end).bytes(Bytes.digest("SHA-512/256", 32, (char) chunk[0], (int) chunk[1]));
        }
        long table = out.size() - 8L;
        return out.u64(0).u64(0).u64(48).u64(table).u64(0x4B4F050E5549ECD1L).toArray();
    }

    static final String RESTIC_CONFIG =
            "{\n  \"version\": 2,\n  \"id\": \"50\",\n  \"chunker_polynomial\": \"3c78dcafd8baad\"\n}\n";

    /**
     * A configuration and two indexes, the first of three packs: 5,000 of A that take 100, half a MiB of zeros, 10 of B that are not
     * compressed, a tree of 300 that takes 90. The second has A, the zeros and the tree once more, and 600 of C that have become 640.
     */
    static byte[] restic() {
        String a = blob("data", 'A', 5000, 132, true);
        String zeros = blob("data", '\0', 512 << 10, 80, true);
        String tree = blob("tree", 'T', 300, 122, true);
        String one = resticIndex(List.of(List.of(a, zeros), List.of(blob("data", 'B', 10, 42, false)), List.of(tree)));
        String two = resticIndex(List.of(List.of(tree, zeros), List.of(a, blob("data", 'C', 600, 672, true))));
        return (RESTIC_CONFIG + one + "\n" + two).getBytes(StandardCharsets.US_ASCII);
    }

    static String resticIndex(List<List<String>> packs) {
        return packs.stream()
                .map(blobs -> "{\"id\":\"d08d\",\"blobs\":[" + String.join(",", blobs) + "]}")
                .collect(Collectors.joining(",", "{\"supersedes\":[\"ab\"],\"packs\":[", "]}"));
    }

    static String blob(String type, char letter, int bytes, int length, boolean isCompressed) {
        return blob(
                type,
                HexFormat.of().formatHex(Bytes.digest("SHA-256", 32, letter, bytes)),
                bytes,
                length,
                isCompressed);
    }

    static String blob(String type, String id, int bytes, int length, boolean isCompressed) {
        return "{\"id\":\"" + id + "\",\"type\":\"" + type + "\",\"offset\":0,\"length\":" + length
                + (isCompressed ? ",\"uncompressed_length\":" + bytes : "") + "}";
    }
}
