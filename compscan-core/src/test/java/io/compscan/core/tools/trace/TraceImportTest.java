package io.compscan.core.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.set.SetMerge;
import io.compscan.core.set.SetWriter;
import io.compscan.core.set.Sets;
import io.compscan.result.Layout;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.TypeTotals;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each format against totals worked out by hand. */
class TraceImportTest {

    private static final IndexMemory MEMORY = new IndexMemory(64 << 20, 64);

    @TempDir
    private Path temporary;

    private ScanResult read(TraceFormat format, byte[]... contents) throws Exception {
        Path[] files = new Path[contents.length];
        for (int i = 0; i < contents.length; i++) {
            files[i] = Files.write(temporary.resolve("trace" + i + ".caibx"), contents[i]);
        }
        try (TraceImport traces = TraceImport.open(format, List.of(files), MEMORY)) {
            return traces.run("test", null).result();
        }
    }

    private static void assertLayout(
            ScanResult result, String chunking, String fingerprint, long zero, long duplicate, long unique) {
        Layout layout = result.layouts().get(0);
        assertThat(layout.chunking()).isEqualTo(chunking);
        assertThat(layout.fingerprint()).isEqualTo(fingerprint);
        assertThat(layout.zeroBytes()).isEqualTo(zero);
        assertThat(layout.duplicateBytes()).isEqualTo(duplicate);
        assertThat(layout.uniqueBytes()).isEqualTo(unique);
        assertThat(result.totals().scannedBytes()).isEqualTo(zero + duplicate + unique);
        assertThat(layout.compression().get(0).compressor()).isEqualTo("none");
        assertThat(layout.compression().get(0).physicalBytes()).isEqualTo(unique);
    }

    private static void assertStored(ScanResult result, String compressor, long physicalBytes) {
        assertThat(result.layouts().get(0).compression())
                .filteredOn(one -> one.compressor().equals(compressor))
                .singleElement()
                .satisfies(one -> assertThat(one.physicalBytes()).isEqualTo(physicalBytes));
    }

    /** a.txt: A new, zeros, B (808) new; b.txt: A twice again. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void fsHasherWithFixedChunks(int version) throws Exception {
        ScanResult result = read(TraceFormat.FS_HASHER, TraceFixtures.fsHasherFixed(version));
        assertLayout(result, "fs-hasher:fixed:4096", "fs-hasher:sha1", 4096, 8192, 4904);
        assertThat(result.totals().hardLinkBytes()).isEqualTo(version >= 4 ? 8192 : 0);
        assertThat(result.totals().symlinkCount()).isEqualTo(version >= 4 ? 1 : 0);
        assertThat(result.totals().logicalBytes()).isEqualTo(version >= 4 ? 25_384 : 17_192);
        assertThat(result.types()).containsExactly(new TypeTotals("txt", 2, 17_192, List.of(4096L)));
        assertThat(result.errors()).isEmpty();
        if (version >= 6) {
            // A ratio of 3: 4,096 bytes take 1,025 to 1,365, and 808 take 203 to 269.
            assertStored(result, "~zlib:least", 1228);
            assertStored(result, "~zlib:most", 1634);
        } else {
            assertThat(result.layouts().get(0).compression()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 7})
    void fsHasherWithVariableChunks(int version) throws Exception {
        ScanResult result = read(TraceFormat.FS_HASHER, TraceFixtures.fsHasherVariable(version));
        assertLayout(result, "fs-hasher:variable:10000", "fs-hasher:sha1", 10_000, 5000, 6384);
        assertThat(result.totals().unreadBytes()).isEqualTo(100);
        assertThat(result.errors())
                .containsExactly(new ReadError(
                        "img.vmdk", ReadError.Kind.UNREADABLE, 100, "the trace has hashes of 21384 of 21484 bytes"));
    }

    @Test
    void hashesOf48BitsAreKeysOfTheirOwn() throws Exception {
        Bytes out = TraceFixtures.header(7, 1, 1, 3, 4096);
        TraceFixtures.file(out, 7, "a", 3 * 4096, 3, 1, 1, "");
        for (char letter : new char[] {'A', 'B', 'A'}) {
            TraceFixtures.chunk(out, 7, 0, Bytes.digest("MD5", 6, letter, 4096));
        }
        ScanResult result = read(TraceFormat.FS_HASHER, out.toArray());
        assertLayout(result, "fs-hasher:fixed:4096", "fs-hasher:md5-48", 0, 4096, 8192);
    }

    @Test
    void shortHashesHaveFalseDuplicates() {
        HashLengths lengths = new HashLengths(6);
        byte[] key = new byte[10];
        for (int i = 0; i < 1 << 20; i++) {
            ByteBuffer.wrap(key).putInt(i);
            lengths.visit(key, 1, 4096 + (i & 1), TraceVisitor.NOT_STORED);
        }
        // Twice 2^19 chunks of one length have 2^38 pairs, and one in 2^48 of them agrees by chance.
        assertThat(lengths.expectedFalseDuplicates()).isEqualTo(Math.scalb(1.0, -10));
        assertThat(lengths.count()).isZero();
        assertThat(lengths.first()).isNull();
    }

    /** By chance, some of 10^8 chunks share a hash of 48 bits. They are not one chunk if their lengths differ. */
    @Test
    void chunksOfOneShortHashAndSeveralLengthsAreDifferent() throws Exception {
        Bytes out = TraceFixtures.header(7, 1, 2, 3, 10_000);
        int[] sizes = {5000, 7000, 10_000, 7000, 300};
        TraceFixtures.file(out, 7, "a", 29_300, sizes.length, 1, 1, "");
        for (int size : sizes) {
            TraceFixtures.chunk(out, 7, size, Bytes.digest("MD5", 6, size == 300 ? 'B' : 'A', 4096));
        }
        Path file = Files.write(temporary.resolve("a.hash"), out.toArray());
        Path set = temporary.resolve("a.fpr");
        try (TraceImport traces = TraceImport.open(TraceFormat.FS_HASHER, List.of(file), MEMORY);
                SetWriter writer = SetWriter.create(
                        set,
                        false,
                        List.of(traces.scheme().scheme()),
                        traces.scheme().fingerprintBytes())) {
            ScanOutcome outcome = traces.run("test", writer.scheme(0));
            assertLayout(outcome.result(), "fs-hasher:variable:10000", "fs-hasher:md5-48", 0, 7000, 22_300);
            assertThat(traces.hashesOfSeveralLengths()).isEqualTo(1);
            writer.finish(outcome.result(), outcome.sums(), List.of(), Instant.EPOCH);
        }
        try (Sets sets = Sets.open(List.of(set, set))) {
            Layout union = SetMerge.merge(sets, null).union().layouts().get(0);
            assertThat(union.uniqueBytes()).isEqualTo(22_300);
            assertThat(union.duplicateBytes()).isEqualTo(29_300 + 7000);
        }
    }

    /** A trace by somebody who wants to do harm: hundreds of thousands of chunks with one hash. */
    @Test
    void anyNumberOfLengthsMayShareAHash() throws Exception {
        int count = 200_000;
        Bytes out = TraceFixtures.header(7, 1, 2, 3, count);
        TraceFixtures.file(out, 7, "a", (long) count * (count + 1) / 2, count, 1, 1, "");
        byte[] hash = Bytes.digest("MD5", 6, 'A', 4096);
        for (int size = 1; size <= count; size++) {
            TraceFixtures.chunk(out, 7, size, hash);
        }
        ScanResult result = read(TraceFormat.FS_HASHER, out.toArray());
        assertThat(result.layouts().get(0).uniqueChunkCount()).isEqualTo(count);
    }

    /** No two chunks share a digest of 256 bits, so an index with such chunks is damaged. */
    @Test
    void oneLongDigestOfTwoLengthsIsDamage() {
        byte[] didx = TraceFixtures.didx();
        didx[4096 + 2 * 40]++;
        assertRefused(TraceFormat.PROXMOX, didx, "damaged: chunks of 5000 and 5001 bytes with one digest");
        byte[] fidx = TraceFixtures.fidx();
        System.arraycopy(fidx, 4096, fidx, 4096 + 3 * 32, 32);
        assertRefused(TraceFormat.PROXMOX, fidx, "damaged: chunks of 32768 and 65536 bytes with one digest");
        byte[] borg = TraceFixtures.borg(4096);
        int bucket = 18 + 6 * 44;
        System.arraycopy(borg, 18, borg, bucket, 32);
        borg[bucket + 32] = 1;
        assertRefused(TraceFormat.BORG, borg, "damaged: chunks of 600 and 5000 bytes with one digest");
        String zdb = new String(TraceFixtures.zdb(), StandardCharsets.US_ASCII).replace("a:b:c:e", "a:b:c:d");
        assertRefused(
                TraceFormat.ZFS,
                zdb.getBytes(StandardCharsets.US_ASCII),
                "damaged: chunks of 4096 and 131072 bytes with one digest");
    }

    @Test
    void theFileWithTheFaultIsNamed() {
        byte[] damaged = TraceFixtures.didx();
        damaged[4096 + 2 * 40]++;
        assertThatThrownBy(() -> read(TraceFormat.PROXMOX, TraceFixtures.didx(), damaged, TraceFixtures.didx()))
                .isInstanceOf(TraceFormatException.class)
                .hasMessage(
                        temporary.resolve("trace1.caibx") + ": damaged: chunks of 5000 and 5001 bytes with one digest");
        byte[] other = TraceFixtures.didx();
        other[4096]++;
        other[4096 + 40]++;
        other[4096 + 2 * 40] = (byte) (other[4096 + 2 * 40] + 2);
        assertThatThrownBy(() -> read(TraceFormat.PROXMOX, TraceFixtures.didx(), other))
                .isInstanceOf(TraceFormatException.class)
                .hasMessage(temporary.resolve("trace1.caibx") + ": damaged, or it does not go with "
                        + temporary.resolve("trace0.caibx") + ": chunks of 5000 and 5001 bytes with one digest");
    }

    /** Sparse files may have such sizes, as long as all of them together do not. */
    @Test
    void sizesBeyond64BitsAreRefusedInOneLine() throws Exception {
        Bytes out = TraceFixtures.header(4, 1, 1, 6, 4096);
        TraceFixtures.file(out, 4, "a", 1L << 62, 0, 1, 1, "");
        assertThat(read(TraceFormat.FS_HASHER, out.toArray()).totals().unreadBytes())
                .isEqualTo(1L << 62);
        Bytes two = TraceFixtures.header(4, 2, 1, 6, 4096);
        TraceFixtures.file(two, 4, "a", 1L << 62, 0, 1, 1, "");
        TraceFixtures.file(two, 4, "b", 1L << 62, 0, 1, 2, "");
        assertRefused(TraceFormat.FS_HASHER, two.toArray(), "files of more than 2^63 bytes, all together");
        Bytes linked = TraceFixtures.header(4, 3, 1, 6, 4096);
        for (String name : List.of("a", "b", "c")) {
            TraceFixtures.file(linked, 4, name, 1L << 62, 0, 2, 1, "");
        }
        assertRefused(TraceFormat.FS_HASHER, linked.toArray(), "files of more than 2^63 bytes, all together");
    }

    @Test
    void fiuWrittenAndFinal() throws Exception {
        // Written: A, zeros, B, A, B. Final: B at 0, zeros at 8, A at 16, B at 0 of the other disk.
        assertLayout(read(TraceFormat.FIU, TraceFixtures.fiu()), "fiu:fixed:4096", "fiu:md5", 4096, 8192, 8192);
        assertLayout(read(TraceFormat.FIU_FINAL, TraceFixtures.fiu()), "fiu:fixed:4096", "fiu:md5", 4096, 4096, 8192);
    }

    @Test
    void proxmox() throws Exception {
        assertLayout(
                read(TraceFormat.PROXMOX, TraceFixtures.fidx()), "fixed:65536", "sha256", 65536, 65536, 65536 + 32768);
        // The same disk once more adds nothing but zeros and duplicates.
        assertLayout(
                read(TraceFormat.PROXMOX, TraceFixtures.fidx(), TraceFixtures.fidx()),
                "fixed:65536",
                "sha256",
                2 * 65536,
                3 * 65536 + 32768,
                65536 + 32768);
        assertLayout(read(TraceFormat.PROXMOX, TraceFixtures.didx()), "pxar:4194304", "sha256", 16 << 20, 5000, 5000);
    }

    /** The last write counts, in whichever file it stands: the second file writes A over B at 0. */
    @Test
    void fiuFinalOfSeveralFiles() throws Exception {
        String a = HexFormat.of().formatHex(Bytes.digest("MD5", 16, 'A', 4096));
        byte[] next = ("89999 1 cat 0 8 W 6 0 " + a + "\n").getBytes(StandardCharsets.US_ASCII);
        assertLayout(
                read(TraceFormat.FIU_FINAL, TraceFixtures.fiu(), next), "fiu:fixed:4096", "fiu:md5", 4096, 4096, 8192);
        assertLayout(read(TraceFormat.FIU, TraceFixtures.fiu(), next), "fiu:fixed:4096", "fiu:md5", 4096, 12_288, 8192);
    }

    /** A three times, zeros twice, B once; C is not used. What B takes beyond its length is a header. */
    @Test
    void borg() throws Exception {
        ScanResult result = read(TraceFormat.BORG, TraceFixtures.borg(8 << 20));
        assertLayout(result, "borg:chunks", "borg:id", 2 * (8 << 20), 10_000, 5010);
        assertStored(result, "borg", 110);
        ScanResult twice = read(TraceFormat.BORG, TraceFixtures.borg(8 << 20), TraceFixtures.borg(8 << 20));
        assertLayout(twice, "borg:chunks", "borg:id", 4 * (8 << 20), 25_010, 5010);
        assertStored(twice, "borg", 110);
    }

    @Test
    void zfs() throws Exception {
        ScanResult result = read(TraceFormat.ZFS, TraceFixtures.zdb());
        assertLayout(result, "zfs:blocks", "zfs:checksum", 0, 3 * 131_072, 2 * 131_072 + 4096);
        assertStored(result, "zfs", 0x9000 + 131_072 + 0x600);
    }

    @Test
    void casync() throws Exception {
        assertLayout(
                read(TraceFormat.CASYNC, TraceFixtures.caibx()),
                "casync:16384,min=1024",
                "sha512-256",
                65536,
                5000,
                5010);
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        assertThatThrownBy(() -> read(TraceFormat.PROXMOX, TraceFixtures.fidx(), TraceFixtures.didx()))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageContaining("trace1.caibx: does not go with")
                .hasMessageContaining("pxar:4194304 sha256, not fixed:65536 sha256");
    }

    @Test
    void unknownVersionsAreRefusedByName() {
        assertRefused(
                TraceFormat.FS_HASHER, TraceFixtures.header(8, 0, 1, 6, 4096).toArray(), "version 8; versions 1 to 7");
        assertRefused(
                TraceFormat.FS_HASHER,
                TraceFixtures.header(2, 0, 2, 6, 4096).toArray(),
                "version 2 with variable chunks: it does not hold their sizes");
        assertRefused(TraceFormat.FS_HASHER, TraceFixtures.fidx(), "not a trace of fs-hasher");
        byte[] longHashes = TraceFixtures.header(7, 0, 1, 6, 4096).toArray();
        longHashes[4 + 4 + 8 + 4096 + 8 + 4 + 44 + 4] = (byte) 168;
        assertRefused(TraceFormat.FS_HASHER, longHashes, "fs-hasher:sha1 hashes of 168 bits");
        assertRefused(TraceFormat.PROXMOX, TraceFixtures.caibx(), "not an index of Proxmox Backup of version 1.0");
        assertRefused(TraceFormat.CASYNC, TraceFixtures.didx(), "not an index of casync");
        assertRefused(
                TraceFormat.FIU,
                "1 2 p 0 8 W 6 0 nonsense\n".getBytes(StandardCharsets.US_ASCII),
                "line 1 does not end with an MD5: nonsense");
        assertRefused(
                TraceFormat.BORG,
                TraceFixtures.borgHeader("BORG2IDX", 0, 0, 32, 8).toArray(),
                "not a chunks cache of Borg 1.x: it begins with BORG2IDX");
        assertRefused(
                TraceFormat.BORG,
                TraceFixtures.borgHeader("BORG_IDX", 0, 0, 32, 8).toArray(),
                "an index of a Borg repository, or a chunks cache of Borg 2");
        assertRefused(
                TraceFormat.BORG,
                TraceFixtures.borgHeader("BORG_IDX", 0, 0, 20, 12).toArray(),
                "keys of 20 and values of 12 bytes");
        assertRefused(TraceFormat.ZFS, TraceFixtures.fiu(), "no entry of a deduplication table");
        assertRefused(
                TraceFormat.ZFS,
                TraceFixtures.entry("0", 1, "single", "lz4", "1000L/600P", "a:b:c:e")
                        .replace("sha256", "crc64")
                        .getBytes(StandardCharsets.US_ASCII),
                "line 1 has a checksum that is not known: crc64");
        byte[] fidx = TraceFixtures.fidx();
        assertRefused(TraceFormat.PROXMOX, Arrays.copyOf(fidx, fidx.length - 1), "ends in the midst of a record");
        assertRefused(TraceFormat.PROXMOX, Arrays.copyOf(fidx, fidx.length + 1), "digests behind the last");
    }

    private void assertRefused(TraceFormat format, byte[] content, String message) {
        assertThatThrownBy(() -> read(format, content))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageStartingWith(temporary.toString())
                .hasMessageContaining(message);
    }
}
