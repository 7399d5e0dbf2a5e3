package io.compscan.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.result.Totals;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What OpenZFS takes for records and metadata, at the limits of its rules. */
class ZfsPoolTest {

    private static final int SECTOR = 4096;
    private static final Costs.Links NO_LINKS = Costs.Links.NONE;

    /** Sectors of data and what all disks take: roundup(k + p * ceil(k / (n - p)), p + 1). */
    @ParameterizedTest(name = "{0}: {1} sectors take {2}")
    @CsvSource({
        "'record=128k', 1, 1",
        "'record=128k', 32, 32",
        "'mirror=3', 1, 3",
        "'mirror=2', 32, 64",
        // A sector has its parity, and pairs leave no hole of one.
        "'raidz1=2', 1, 2",
        "'raidz1=3', 1, 2",
        "'raidz1=3', 2, 4",
        "'raidz1=3', 3, 6",
        "'raidz1=3', 32, 48",
        "'raidz1=5', 32, 40",
        "'raidz1=6', 4, 6",
        "'raidz2=4', 1, 3",
        "'raidz2=6', 1, 3",
        "'raidz2=6', 4, 6",
        "'raidz2=6', 5, 9",
        "'raidz2=6', 32, 48",
        "'raidz3=7', 1, 4",
        "'raidz3=7', 5, 12",
        "'raidz3=4', 1, 4",
    })
    void raid(String items, int sectors, int expected) {
        ZfsPool pool = ZfsFamily.pool(items);
        assertThat(pool.disks().bytes((long) sectors * SECTOR)).isEqualTo((long) expected * SECTOR);
        assertThat(pool.disks().bytes((long) sectors * SECTOR - 1)).isEqualTo((long) expected * SECTOR);
    }

    @ParameterizedTest(name = "{0}: {1} bytes stored in {2}, end {3}")
    @CsvSource({
        // LZ4 has a header of 4 bytes; 7/8 of a record are 114,688.
        "compress=lz4, 131072, 114684, false, 114688",
        "compress=lz4, 131072, 114685, false, 131072",
        "compress=lz4, 131072, 131072, false, 131072",
        "compress=lz4, 131072, 4092, false, 4096",
        "compress=lz4, 131072, 4093, false, 8192",
        // What compresses to 112 bytes, header included, lies in the pointer.
        "compress=lz4, 131072, 108, false, 0",
        "compress=lz4, 131072, 109, false, 4096",
        // A block of 5,120 bytes: 7/8 are 4,480, so one sector is worth it.
        "compress=lz4, 5000, 4091, false, 4096",
        "compress=lz4, 5000, 4092, false, 8192",
        // 4,096 bytes cannot save a sector, so they are raw or in the pointer.
        "compress=lz4, 4096, 2000, false, 4096",
        "compress=lz4, 4096, 100, false, 0",
        "compress=lz4, 1, 1, false, 0",
        // The end of a longer file is a whole record: 514 bytes for its zeros.
        "compress=lz4, 1, 1, true, 4096",
        "compress=lz4, 100000, 100000, true, 102400",
        // That of 117,000 bytes does not save an eighth.
        "compress=lz4, 117000, 117000, true, 131072",
        "compress=zstd, 131072, 114678, false, 114688",
        "compress=zstd, 131072, 114679, false, 131072",
        "compress=off, 100, 100, false, 4096",
        "compress=off, 5000, 5000, false, 8192",
        // Without a compressor the end of a file is a whole record.
        "compress=off, 5000, 5000, true, 131072",
        "'record=1m,compress=off', 5000, 5000, true, 1048576",
        "'record=16k,raidz1=3', 16384, 16384, false, 24576",
        "'record=16k,mirror=2', 16384, 8000, false, 16384",
        // A volume has whole blocks alone.
        "'zvol=16k,compress=off', 4096, 4096, false, 16384",
        "'zvol=16k,compress=lz4', 16384, 14000, false, 16384",
        "'ashift=9,compress=lz4', 4096, 2000, false, 2048",
        "'ashift=9,compress=lz4', 131072, 108, false, 0",
        "'ashift=9,compress=lz4', 131072, 109, false, 512",
    })
    void records(String items, int lengthBytes, int storedBytes, boolean isEndOfFile, long expected) {
        assertThat(ZfsFamily.pool(items).recordBytes(lengthBytes, storedBytes, isEndOfFile))
                .isEqualTo(expected);
    }

    /** The size as it is stored decides, so a record that compresses well is small; those of volumes never are. */
    @ParameterizedTest(name = "{0}: {1} bytes stored in {2} take {3}, of it {4} on special devices")
    @CsvSource({
        "'special=32k,raidz1=3', 131072, 32764, 32768, 32768",
        "'special=32k,raidz1=3', 131072, 32765, 57344, 0",
        "'special=32k,raidz1=3,specialmirror=2', 131072, 4092, 8192, 8192",
        "'special=4k,raidz2=6', 4096, 4096, 4096, 4096",
        "'special=4k,raidz2=6', 4097, 4097, 24576, 0",
        "'special=4k,mirror=2', 4608, 100, 0, 0",
        "'special=0,mirror=2', 512, 512, 8192, 0",
        "'special=128k,mirror=2', 131072, 131072, 131072, 131072",
        "'special=32k,zvol=16k,mirror=2', 16384, 16384, 32768, 0",
        "'special=4k,ashift=9', 4096, 2000, 2048, 2048",
    })
    void specialDevices(String items, int lengthBytes, int storedBytes, long expected, long special) {
        ZfsPool pool = ZfsFamily.pool(items);
        assertThat(pool.recordBytes(lengthBytes, storedBytes, false)).isEqualTo(expected);
        assertThat(onSpecial(pool).recordBytes(lengthBytes, storedBytes, false)).isEqualTo(special);
    }

    private static ZfsPool onSpecial(ZfsPool pool) {
        return Objects.requireNonNull(pool.onSpecial());
    }

    /** Metadata lies there without parity, with as many copies as elsewhere. */
    @Test
    void metadataLiesOnSpecialDevices() {
        Costs.Counts counts = counts(1, 0, 2048L << 17);
        ZfsPool pool = ZfsFamily.pool("special=0,raidz1=3");
        assertThat(pool.metadataBytes(counts))
                .isEqualTo(ZfsFamily.pool("record=128k").metadataBytes(counts))
                .isEqualTo(onSpecial(pool).metadataBytes(counts));
        assertThat(ZfsFamily.pool("special=0,specialmirror=3,dedup=on").metadataBytes(chunks(100, 7)))
                .isEqualTo(ZfsFamily.pool("mirror=3,dedup=on").metadataBytes(chunks(100, 7)));
        assertThat(ZfsFamily.pool("mirror=3").onSpecial()).isNull();
    }

    /** Zeros are records where nothing packs them, so they lie where other records of their size do. */
    @Test
    void zerosThatAreStoredLieWhereRecordsDo() {
        ZfsPool large = ZfsFamily.pool("compress=off,special=64k,mirror=2");
        assertThat(large.bytesPerZeroByte()).isEqualTo(2);
        assertThat(onSpecial(large).bytesPerZeroByte()).isZero();
        ZfsPool small = ZfsFamily.pool("compress=off,record=16k,special=64k,mirror=2");
        assertThat(small.bytesPerZeroByte()).isEqualTo(1);
        assertThat(onSpecial(small).bytesPerZeroByte()).isEqualTo(1);
    }

    /** Two copies of 32 dnodes, and of the indirect blocks of one file; its pointers have 42 bytes each. */
    @ParameterizedTest(name = "{0} records")
    @CsvSource({
        "1, 0", // one record has its pointer in the dnode
        "2, 2",
        "84, 2", // 540 + 42 * 84 = 4,068, and a header of 4
        "85, 4",
        "1024, 22", // 43,548 bytes: eleven sectors
        "1025, 26", // a second block with one pointer, and one with two above them
        "2048, 46",
    })
    void indirectBlocks(long records, int sectors) {
        ZfsPool pool = ZfsFamily.pool("record=128k");
        assertThat(pool.metadataBytes(counts(1, 0, records << 17))).isEqualTo((2L + sectors) * SECTOR);
        assertThat(ZfsFamily.pool("raidz1=3").metadataBytes(counts(1, 0, records << 17)))
                .isGreaterThanOrEqualTo(2 * (1L + sectors / 2) * SECTOR);
    }

    /** Two copies of its dnodes, of its root and of five levels over its dnodes; of 16 KiB in two blocks one indirect block. */
    @Test
    void aVolumeIsADataset() {
        ZfsPool pool = ZfsFamily.pool("zvol=16k");
        assertThat(pool.metadataBytes(counts(1, 0, 16 << 10))).isEqualTo((2L + 2 + 10) * SECTOR);
        assertThat(pool.metadataBytes(counts(1, 0, 32 << 10))).isEqualTo((2L + 2 + 10 + 2) * SECTOR);
    }

    /** Attributes that do not fit into the dnode have two copies of a block of their own, in units of 512 bytes. */
    @ParameterizedTest(name = "{0} files with lists of {1} bytes")
    @CsvSource({"1, 140, 2", "10, 140, 20", "1, 4080, 2", "1, 4081, 4", "0, 0, 0"})
    void attributes(long files, long listBytes, long sectors) {
        ZfsPool pool = ZfsFamily.pool("record=128k");
        List<Totals.Sizes> rows =
                files == 0 ? List.of() : List.of(new Totals.Sizes(row(listBytes).upTo(), files, files * listBytes));
        Totals.Shapes shapes = new Totals.Shapes(List.of(), List.of(), List.of(), rows);
        Costs.Counts some = counts(0, 0, 0).withDetails(new Costs.Details(shapes, 0));
        assertThat(pool.metadataBytes(some)).isEqualTo(sectors * SECTOR);
        assertThat(new ZfsPool.OnDisk(pool).chargesAttributes()).isTrue();
        assertThat(new ZfsPool.InMemory(pool).chargesAttributes()).isFalse();
        assertThat(new ZfsPool.OnDisk(ZfsFamily.pool("zvol=16k")).chargesAttributes())
                .isFalse();
    }

    /** Blocks of 32 dnodes; from two of them on there is an indirect block above them. */
    @ParameterizedTest(name = "{0} files")
    @CsvSource({"0, 0", "1, 2", "32, 2", "33, 6", "64, 6", "65, 8"})
    void dnodes(long files, int sectors) {
        assertThat(ZfsFamily.pool("record=128k").metadataBytes(counts(files, 0, 0)))
                .isEqualTo((long) sectors * SECTOR);
    }

    /** Directories of one size, 10 bytes a name: small ones lie in their dnode, others have a block, 2,048 names and more have leaves. */
    @Test
    void directories() {
        assertThat(directory(4)).isZero();
        assertThat(directory(5)).isEqualTo(2 * SECTOR);
        assertThat(directory(63)).isEqualTo(2 * SECTOR);
        // 4,608 bytes cannot save a sector, 5,120 bytes can.
        assertThat(directory(64)).isEqualTo(4 * SECTOR);
        assertThat(directory(72)).isEqualTo(2 * SECTOR);
        assertThat(directory(2047)).isBetween(16L * SECTOR, 20L * SECTOR);
        assertThat(directory(2048)).isGreaterThan(40L * SECTOR);
    }

    private static long directory(int entries) {
        long size = 18L * entries;
        Totals.Shapes shapes = new Totals.Shapes(List.of(), List.of(row(size)), List.of(), List.of());
        Costs.Counts one = new Costs.Counts(
                        0, 1, 0, 0, 0, Costs.Zeros.NONE, 10L * entries, new Costs.Links(entries, 0, 0))
                .withDetails(new Costs.Details(shapes, 0));
        Costs.Counts none = new Costs.Counts(
                        0, 1, 0, 0, 0, Costs.Zeros.NONE, 10L * entries, new Costs.Links(entries, 0, 0))
                .withDetails(new Costs.Details(new Totals.Shapes(List.of(), List.of(), List.of(), List.of()), 0));
        ZfsPool pool = ZfsFamily.pool("record=128k");
        return pool.metadataBytes(one) - pool.metadataBytes(none);
    }

    /** A leaf of the table has room for 182 entries; in front of the leaves is a block. Both tables have their own. */
    @Test
    void dedupTable() {
        ZfsPool pool = ZfsFamily.pool("dedup=on");
        int block = 32 << 10;
        assertThat(memory(pool, 1, 0)).isCloseTo(2L * block, within(10L));
        assertThat(memory(pool, 100, 0)).isCloseTo(2L * block, within(10L));
        assertThat(memory(pool, 100, 50)).isCloseTo(4L * block, within(10L));
        assertThat(memory(pool, 100, 100)).isCloseTo(2L * block, within(10L));
        // 139 in each of 16 leaves, as on a real pool, which said 544 KiB.
        assertThat(memory(pool, 2221, 0)).isCloseTo(17L * block, within(block / 4L));
        // Where leaves are about to overflow some have done so.
        assertThat(memory(pool, 182 * 16, 0)).isBetween(17L * block, 33L * block);
        assertThat(memory(ZfsFamily.pool("dedup=off"), 100, 0)).isZero();
        assertThat(pool.metadataBytes(chunks(0, 0))).isZero();
        // Three copies of a block of pointers, and of a leaf of two sectors.
        assertThat(pool.metadataBytes(chunks(10, 0))).isCloseTo(9L * SECTOR, within(10L));
    }

    private static long memory(ZfsPool pool, long chunks, long shared) {
        return pool.memoryBytes(chunks(chunks, shared));
    }

    private static Costs.Counts chunks(long chunks, long shared) {
        return new Costs.Counts(0, 0, chunks, chunks, 0, Costs.Zeros.NONE, 0, NO_LINKS)
                .withDetails(new Costs.Details(null, shared));
    }

    private static Costs.Counts counts(long files, long directories, long bytes) {
        Totals.Shapes shapes =
                new Totals.Shapes(files == 1 ? List.of(row(bytes)) : List.of(), List.of(), List.of(), List.of());
        return new Costs.Counts(files, directories, 0, 0, bytes, Costs.Zeros.NONE, 0, NO_LINKS)
                .withDetails(new Costs.Details(shapes, 0));
    }

    private static Totals.Sizes row(long size) {
        return new Totals.Sizes(size == 0 ? 0 : Long.highestOneBit(Math.max(1, size - 1)) << 1, 1, size);
    }

    /** Without sizes all files are taken for alike. */
    @Test
    void withoutAWalkFilesAreAlike() {
        ZfsPool pool = ZfsFamily.pool("record=128k");
        Costs.Counts counts = new Costs.Counts(32, 0, 0, 0, 32L << 18, Costs.Zeros.NONE, 0, NO_LINKS);
        assertThat(pool.metadataBytes(counts)).isEqualTo(2L * SECTOR + 32 * 2L * SECTOR);
    }
}
