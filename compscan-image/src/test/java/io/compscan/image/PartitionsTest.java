package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.Views;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Partitions as {@code sfdisk} makes them, and volumes of LVM2: together they are the disk, byte by byte. */
@Timeout(120)
class PartitionsTest {

    private static final int MIB = 1 << 20;

    @TempDir
    private Path directory;

    private Path disk;
    private byte[] bytes;

    @BeforeEach
    void makeDisk() throws IOException {
        disk = directory.resolve("disk.img");
        bytes = new byte[24 * MIB];
        new Random(1).nextBytes(bytes);
        Arrays.fill(bytes, 0, 64 << 10, (byte) 0);
        Arrays.fill(bytes, bytes.length - (64 << 10), bytes.length, (byte) 0);
        Files.write(disk, bytes);
    }

    private void partition(String script) throws Exception {
        Programs.pipe(directory, script, "sfdisk", "--quiet", disk);
        bytes = Files.readAllBytes(disk);
    }

    private Looked look() throws Exception {
        return Looked.at(EnumSet.of(View.Kind.PARTITIONS), List.of(), disk);
    }

    private List<String> units(Looked found) {
        return found.units.stream()
                .map(unit -> unit.name().substring(disk.toString().length() + 1) + " " + unit.sizeBytes() / 512)
                .toList();
    }

    private static byte[] read(Unit unit) throws IOException {
        byte[] data = new byte[(int) unit.sizeBytes()];
        try (UnitChannel channel = unit.open()) {
            for (int at = 0; at < data.length; ) {
                int got = channel.read(at, data, at, Math.min(100_000, data.length - at));
                assertThat(got).isPositive();
                at += got;
            }
            assertThat(channel.read(data.length, data, 0, 1)).isEqualTo(-1);
        }
        return data;
    }

    private void assertCoversTheDisk(Looked found) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(bytes.length);
        for (Unit unit : found.units) {
            all.put(read(unit));
        }
        assertThat(Arrays.equals(all.array(), bytes)).isTrue();
    }

    @Test
    @Needs("sfdisk")
    void gpt() throws Exception {
        partition("label: gpt\nstart=2048, size=8192\nstart=16384, size=4096\n");
        Looked found = look();
        assertThat(units(found))
                .containsExactly("gap-0 2048", "p1 8192", "gap-5242880 6144", "p2 4096", "gap-10485760 28672");
        assertCoversTheDisk(found);
        assertThat(found.containers.get(0).format()).isEqualTo("partitions");
        assertThat(found.containers.get(0).virtualBytes()).isEqualTo(bytes.length);
    }

    @Test
    @Needs("sfdisk")
    void aDamagedGptIsReadFromItsCopy() throws Exception {
        partition("label: gpt\nstart=2048, size=8192\n");
        bytes[512 + 40] ^= 1;
        Files.write(disk, bytes);
        assertThat(units(look())).contains("p1 8192");
        bytes[bytes.length - 512 + 40] ^= 1;
        Files.write(disk, bytes);
        assertThat(look().failure()).contains("partitions: damaged: the header");
    }

    @Test
    @Needs("sfdisk")
    void mbrWithLogicalPartitions() throws Exception {
        partition("""
                label: dos
                start=2048, size=4096
                start=8192, size=30000, type=5
                start=10240, size=2048
                start=16384, size=4096
                """);
        Looked found = look();
        assertThat(units(found)).contains("p1 4096", "p5 2048", "p6 4096");
        assertCoversTheDisk(found);
    }

    @Test
    @Needs("sfdisk")
    void aChainOfLogicalPartitionsThatLeadsBackIsRefused() throws Exception {
        partition("label: dos\nstart=8192, size=30000, type=5\nstart=10240, size=2048\nstart=16384, size=4096\n");
        ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int second = 8192 + all.getInt(8192 * 512 + 446 + 16 + 8);
        all.put(second * 512 + 446 + 16 + 4, (byte) 5).putInt(second * 512 + 446 + 16 + 8, 0x100);
        Files.write(disk, bytes);
        assertThat(look().failure()).contains("leads back");
    }

    @Test
    @Needs("sfdisk")
    void aTableForALargerDiskIsRefused() throws Exception {
        partition("label: gpt\nstart=2048, size=40000\n");
        Files.write(disk, Arrays.copyOf(bytes, 16 * MIB));
        assertThat(look().failure()).contains("ends behind the disk");
    }

    @Test
    void aFileSystemWithoutPartitionsIsNotLookedInto() throws Exception {
        byte[] boot = bytes.clone();
        new Random(5).nextBytes(boot);
        boot[0] = (byte) 0xeb;
        boot[446] = 0x33;
        boot[510] = 0x55;
        boot[511] = (byte) 0xaa;
        Files.write(disk, boot);
        assertThat(look().containers).isEmpty();
    }

    // ------------------------------------------------------------------------------------------------------ LVM2

    private static final String UUID = "AbCdEfGhIjKlMnOpQrStUvWxYz012345";

    /** A physical volume from this byte on, with extents of 1 MiB from 1 MiB on. */
    private void makeVolume(int start, String volumes) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.fill(bytes, start, start + MIB, (byte) 0);
        int label = start + 512;
        all.put(label, "LABELONE".getBytes(StandardCharsets.US_ASCII))
                .putLong(label + 8, 1)
                .putInt(label + 20, 32);
        all.put(label + 24, "LVM2 001".getBytes(StandardCharsets.US_ASCII));
        int header = label + 32;
        all.put(header, UUID.getBytes(StandardCharsets.US_ASCII)).putLong(header + 32, bytes.length - start);
        all.putLong(header + 40, MIB).putLong(header + 72, 4096).putLong(header + 80, MIB - 4096);
        String id = UUID.replaceAll("^(.{6})(.{4})(.{4})(.{4})(.{4})(.{4})(.{6})$", "$1-$2-$3-$4-$5-$6-$7");
        String text = """
                vg {
                id = "x"
                seqno = 4
                status = ["RESIZEABLE", "READ", "WRITE"]
                extent_size = 2048		# 1 Megabyte
                physical_volumes {
                pv0 {
                id = "%s"
                pe_start = 2048
                pe_count = 8
                }
                }
                logical_volumes {
                %s
                }
                }
                # Generated by LVM2 version 2.03
                contents = "Text Format Volume Group"
                version = 1
                """.formatted(id, volumes);
        byte[] description = text.getBytes(StandardCharsets.UTF_8);
        int area = start + 4096;
        // The text wraps around the end of its area.
        int toEnd = 100;
        int offset = MIB - 4096 - toEnd;
        all.putLong(area + 24, 4096).putLong(area + 32, MIB - 4096).putLong(area + 40, offset);
        all.putLong(area + 48, description.length);
        all.put(area + offset, description, 0, toEnd);
        all.put(area + 512, description, toEnd, description.length - toEnd);
        Files.write(disk, bytes);
    }

    private static String volume(String name, String... segments) {
        StringBuilder text = new StringBuilder(name + " {\nsegment_count = " + segments.length + "\n");
        for (int i = 0; i < segments.length; i++) {
            text.append("segment")
                    .append(i + 1)
                    .append(" {\n")
                    .append(segments[i])
                    .append("\n}\n");
        }
        return text + "}\n";
    }

    private static String linear(int start, int count, int at) {
        return "start_extent = " + start + "\nextent_count = " + count
                + "\ntype = \"striped\"\nstripe_count = 1\nstripes = [\n\"pv0\", " + at + "\n]";
    }

    @ParameterizedTest
    @CsvSource({"0", "3145728"})
    @Needs("sfdisk")
    void linearVolumes(int start) throws Exception {
        if (start > 0) {
            partition("label: gpt\nstart=6144, size=36864\n");
        }
        makeVolume(start, volume("root", linear(0, 2, 5), linear(2, 1, 1)) + volume("swap", linear(0, 3, 2)));

        Looked found = look();

        String below = start > 0 ? "p1/" : "";
        assertThat(units(found)).contains(below + "vg-root 6144", below + "vg-swap 6144");
        Unit root = found.units.stream()
                .filter(unit -> unit.name().endsWith("vg-root"))
                .findFirst()
                .orElseThrow();
        byte[] expected = new byte[3 * MIB];
        System.arraycopy(bytes, start + 6 * MIB, expected, 0, 2 * MIB);
        System.arraycopy(bytes, start + 2 * MIB, expected, 2 * MIB, MIB);
        assertThat(Arrays.equals(read(root), expected)).isTrue();
        assertThat(found.units.stream().mapToLong(Unit::sizeBytes).sum()).isEqualTo(bytes.length);
    }

    @Test
    void volumesThatAreNotLinearAreRefused() throws Exception {
        makeVolume(0, volume("fast", linear(0, 2, 0).replace("\"pv0\", 0", "\"pv0\", 0, \"pv1\", 0")));
        assertThat(look().failure()).contains("vg-fast is not linear", "\"striped\" over 2 volumes");
        for (String kind : List.of("mirror", "raid1", "thin", "thin-pool", "snapshot", "cache")) {
            makeVolume(0, volume("odd", linear(0, 2, 0).replace("striped", kind)));
            assertThat(look().failure())
                    .contains("logical volume vg-odd is not linear: it has a segment of the kind \"" + kind + "\"");
        }
        makeVolume(0, volume("far", linear(0, 2, 0).replace("pv0", "pv1")));
        assertThat(look().failure()).contains("vg-far lies on more than one physical volume");
        makeVolume(0, volume("over", linear(0, 4, 400)));
        assertThat(look().failure()).contains("vg-over ends behind its disk");
        makeVolume(0, volume("twice", linear(0, 2, 0)) + volume("again", linear(0, 2, 1)));
        assertThat(look().failure()).contains("overlaps");
        makeVolume(0, "broken {");
        assertThat(look().failure()).contains("breaks off");
    }

    @Test
    @Needs("sfdisk")
    void damagedGptEndsInAFailureOrInUnits() throws Exception {
        partition("label: gpt\nstart=6144, size=36864\n");
        fuzz("gpt", 446, 512, 1024);
    }

    @Test
    @Needs("sfdisk")
    void damagedLvmEndsInAFailureOrInUnits() throws Exception {
        partition("label: gpt\nstart=6144, size=36864\n");
        makeVolume(3 * MIB, volume("root", linear(0, 2, 5), linear(2, 1, 1)));
        fuzz("lvm", 3 * MIB + 512, 3 * MIB + 4096, 3 * MIB + 4608, 3 * MIB + 4708, 3 * MIB + 4808, 4 * MIB - 100);
    }

    @Test
    @Needs("sfdisk")
    void damagedLogicalPartitionsEndInAFailureOrInUnits() throws Exception {
        partition("label: dos\nstart=8192, size=30000, type=5\nstart=10240, size=2048\nstart=16384, size=4096\n");
        int second = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(8192 * 512 + 446 + 16 + 8) + 8192;
        fuzz("mbr", 446, 8192 * 512 + 446, second * 512 + 446);
    }

    /** Damages what lies near these places. */
    private void fuzz(String what, int... places) {
        View view = Views.load().named("partitions");
        long firstSeed = Fuzz.firstSeed(what);
        Damage damage = new Damage(bytes);
        int opened = 0;
        for (int i = 0; i < Fuzz.CASES; i++) {
            long seed = firstSeed + i;
            Random random = new Random(seed);
            for (int j = 0; j < 3; j++) {
                int at = places[random.nextInt(places.length)] + random.nextInt(100);
                damage.set(at, random.nextBoolean() ? random.nextInt() : -random.nextInt(2));
            }
            if (what.equals("gpt") && random.nextInt(4) > 0) {
                mendGpt(damage);
            }
            opened += Fuzz.survives(seed, () -> {
                        List<Unit> units =
                                view.look(damage, Siblings.NONE, null).units();
                        Fuzz.read(units.get(random.nextInt(units.size())), random);
                        return true;
                    })
                    ? 1
                    : 0;
            damage.undo();
        }
        assertThat(opened).isBetween(1, Fuzz.CASES - 1);
    }

    /** Checksums made right again let the damage through to what lies behind them. */
    private static void mendGpt(Damage damage) {
        damage.set(512 + 88, crc(damage, 1024, 128 * 128), Integer.BYTES, false);
        damage.set(512 + 16, 0, Integer.BYTES, false);
        damage.set(512 + 16, crc(damage, 512, 92), Integer.BYTES, false);
    }

    private static long crc(Damage damage, int from, int length) {
        CRC32 crc = new CRC32();
        crc.update(damage.bytes(), from, length);
        return crc.getValue();
    }
}
