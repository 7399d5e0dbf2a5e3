package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.Cutter;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Costs.Rate;
import io.compscan.core.profile.Profile;
import io.compscan.core.statistics.WeightSlope;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a system draws at random, as an interval around what data takes on it. */
class ProfileDrawsTest {

    /**
     * Three draws of the ends of chunks: the mean weight of their bytes, Student's interval for one more, and the error of the model.
     *
     * @param zero the bytes that a byte of zeros takes
     */
    @ParameterizedTest
    @ValueSource(strings = {"0", "0.25", "1"})
    void whatIsDrawnMakesAnInterval(BigDecimal zero) throws Exception {
        Random random = new Random(1);
        byte[] piece = new byte[100_000];
        random.nextBytes(piece);
        Arrays.fill(piece, 20_000, 45_000, (byte) 0);
        MemorySource source = new MemorySource();
        List<byte[]> files = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int from = random.nextInt(50_000);
            byte[] file = Arrays.copyOfRange(piece, from, from + 30_000 + random.nextInt(20_000));
            source.add("file" + i, file);
            files.add(file);
        }
        Costs costs = Costs.of(Map.of(Rate.ZERO_BYTE, zero));
        ScanResult result = Scans.scan(
                source, Scans.options(List.of(16_384), List.of()).withProfiles(List.of(Scans.drawing(costs))));

        List<Layout> draws = result.layouts().stream()
                .filter(layout -> layout.chunking().startsWith("gear"))
                .toList();
        assertThat(draws.stream().map(Layout::uniqueBytes)).hasSize(3).doesNotHaveDuplicates();
        Layout own = draws.get(0);
        ProfileResult found = result.profiles().get(0);
        double stored = found.physicalBytes();
        double zeros = Math.min(stored, zero.doubleValue() * (own.uniqueBytes() - nonZeroBytes(own)));
        double slope = slope(files, zero.doubleValue());
        double ownShare = (double) weight(own, "entropy") / nonZeroBytes(own);
        List<Double> sizes = draws.stream()
                .map(draw -> (stored - zeros)
                                * (nonZeroBytes(draw)
                                        + slope * (weight(draw, "entropy") - ownShare * nonZeroBytes(draw)))
                                / nonZeroBytes(own)
                        + zero.doubleValue() * (draw.uniqueBytes() - nonZeroBytes(draw)))
                .map(size -> size / (stored - zeros + zero.doubleValue() * (own.uniqueBytes() - nonZeroBytes(own))))
                .map(share -> share * stored)
                .toList();
        assertThat(sizes.get(0)).isCloseTo(stored, within(1e-6));
        double mean = sizes.stream().mapToDouble(size -> size).average().orElseThrow();
        double deviation = Math.sqrt(sizes.stream()
                        .mapToDouble(size -> (size - mean) * (size - mean))
                        .sum()
                / 2);
        double predicted = mean + found.metadataBytes();
        assertThat((double) found.allocatedBytes()).isCloseTo(predicted, within(1.0));
        double open = Math.hypot(4.303 * deviation * Math.sqrt(4.0 / 3), 0.0096 * predicted);
        assertThat((double) found.allocatedBytesLow()).isCloseTo(Math.max(0, predicted - open), within(2.0));
        assertThat((double) found.allocatedBytesHigh()).isCloseTo(predicted + open, within(2.0));
    }

    /** The slope of the first draw's chunks. */
    private static double slope(List<byte[]> files, double perZero) {
        WeightSlope slope = new WeightSlope();
        Cutter cutter = Scans.drawing(Costs.NONE).chunker().cutter();
        Set<ByteBuffer> seen = new HashSet<>();
        try (Compressor lz4 = CompressorSpec.parse("lz4").open();
                Compressor nonZero = CompressorSpec.parse("nonzero").open();
                Compressor entropy = CompressorSpec.parse("entropy").open()) {
            for (byte[] file : files) {
                ChunkList chunks = new ChunkList();
                cutter.cutRegion(file, 0, file.length, 0, chunks);
                for (int i = 0; i < chunks.size(); i++) {
                    byte[] chunk = Arrays.copyOfRange(file, chunks.offset(i), chunks.offset(i) + chunks.length(i));
                    if (Arrays.equals(chunk, new byte[chunk.length]) || !seen.add(ByteBuffer.wrap(chunk))) {
                        continue;
                    }
                    int bytes = nonZero.storedBytes(chunk, 0, chunk.length);
                    long stored =
                            lz4.storedBytes(chunk, 0, chunk.length) - Math.round((chunk.length - bytes) * perZero);
                    slope.add(bytes, entropy.storedBytes(chunk, 0, chunk.length), (int) Math.max(0, stored));
                }
            }
        }
        return slope.slope();
    }

    private static long nonZeroBytes(Layout layout) {
        return weight(layout, "nonzero");
    }

    private static long weight(Layout layout, String codec) {
        return layout.compression().stream()
                .filter(compression -> compression.compressor().equals(codec))
                .findFirst()
                .orElseThrow()
                .physicalBytes();
    }

    /**
     * Texts of one length beside messages that are compressed already. Some have copies that differ at a few places, and draws find now more
     * of one kind, now more of the other. What a draw's chunks are stored in is known here, for each draw is scanned with the compressor.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void compressedDataWeighsMoreThanText(long seed) throws Exception {
        Random random = new Random(seed);
        MemorySource source = new MemorySource();
        for (int i = 0; i < 24; i++) {
            byte[] file = new byte[60_000];
            random.nextBytes(file);
            for (int at = 0; at < file.length && i % 2 == 0; at++) {
                file[at] = (byte) ('a' + (file[at] & 3));
            }
            source.add("first" + i, file);
            for (int copy = 0; copy < 2; copy++) {
                byte[] other = file.clone();
                for (int at = random.nextInt(9000); at < other.length; at += 3000 + random.nextInt(15_000)) {
                    other[at]++;
                }
                source.add("copy" + copy + "of" + i, other);
            }
        }
        Profile system = Scans.drawing(Costs.NONE);
        ScanResult result =
                Scans.scan(source, Scans.options(List.of(16_384), List.of()).withProfiles(List.of(system)));
        ProfileResult found = result.profiles().get(0);
        double own = found.physicalBytes();
        List<Double> stored = new ArrayList<>(List.of(own));
        List<Double> byBytes = new ArrayList<>(List.of(own));
        for (Chunker draw : system.variants()) {
            Layout layout = Scans.scan(source, Scans.chunkedBy(List.of(draw), List.of(system.compressor())))
                    .layouts()
                    .get(0);
            stored.add((double) layout.compression().get(0).physicalBytes());
            byBytes.add(own * layout.uniqueBytes() / result.layouts().get(1).uniqueBytes());
        }
        double truth = mean(stored);
        assertThat((double) found.allocatedBytes()).isCloseTo(truth, within(0.002 * truth));
        assertThat(Math.abs(found.allocatedBytes() - truth)).isLessThan(Math.abs(mean(byBytes) - truth));
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(value -> value).average().orElseThrow();
    }

    /** Of data without duplicates, draws cut other chunks: they take the same, but for what the model does not see. */
    @Test
    void aDrawThatMakesNoDifferenceLeavesTheErrorOfTheModel() throws Exception {
        byte[] noise = new byte[300_000];
        new Random(2).nextBytes(noise);
        ProfileResult found = Scans.scan(new MemorySource().add("noise", noise), ofDrawing())
                .profiles()
                .get(0);
        assertThat(found.allocatedBytes()).isEqualTo(noise.length);
        assertThat(found.allocatedBytesLow()).isEqualTo(Math.round(noise.length * (1 - 0.0096)));
        assertThat(found.allocatedBytesHigh()).isEqualTo(Math.round(noise.length * (1 + 0.0096)));
    }

    /** Files below the least chunk are not cut. */
    @Test
    void whereNothingIsCutNothingIsDrawn() throws Exception {
        ProfileResult found = Scans.scan(new MemorySource().add("small", new byte[] {1, 2, 3}), ofDrawing())
                .profiles()
                .get(0);
        assertThat(found.allocatedBytesLow()).isEqualTo(found.allocatedBytes());
        assertThat(found.allocatedBytesHigh()).isEqualTo(found.allocatedBytes());
    }

    private static ScanOptions ofDrawing() {
        return Scans.options(List.of(16_384), List.of()).withProfiles(List.of(Scans.drawing(Costs.NONE)));
    }
}
