package io.compscan.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.kernel.KernelTrial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Sha1FingerprinterTest {

    @Property(tries = 100)
    void equalsTheJdksDigestWhateverLanesCost(
            @ForAll("lengths") List<Integer> lengths,
            @ForAll @DoubleRange(min = 0.1, max = 70) double stepCost,
            @ForAll long seed) {
        Random random = new Random(seed);
        byte[] data = LaneSha1Test.randomBytes(random);
        Sha1Fingerprinter sha1 = new Sha1Fingerprinter(decided(stepCost));
        for (int round = 0; round < 4; round++) {
            Collections.shuffle(lengths, random);
            ChunkList chunks = LaneSha1Test.chunks(lengths, random);
            byte[] digests = new byte[chunks.size() * LaneSha1.DIGEST_BYTES];
            sha1.fingerprint(data, chunks, digests);
            assertThat(digests).isEqualTo(LaneSha1Test.expected(data, chunks));
        }
    }

    private static KernelTrial decided(double stepCost) {
        KernelTrial trial = LaneContest.trial(LaneSha1::new, LaneSha1::new, System::nanoTime);
        trial.decide(stepCost / LaneSha1.LANES);
        return trial;
    }

    @Test
    void aWrongDigestIsFoundOut() {
        Random random = new Random(4);
        byte[] data = LaneSha1Test.randomBytes(random);
        ChunkList chunks = LaneSha1Test.chunks(Collections.nCopies(3, 4096), random);
        byte[] digests = LaneSha1Test.expected(data, chunks);
        Sha1Fingerprinter sha1 = new Sha1Fingerprinter(decided(1));
        sha1.check(data, chunks, 1, digests);
        digests[2 * LaneSha1.DIGEST_BYTES - 1] ^= 1;
        assertThatThrownBy(() -> sha1.check(data, chunks, 1, digests))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("-XX:-UseSuperWord");
    }

    /** A step costs 30 blocks here: so many chunks of one length must be there at least. */
    @ParameterizedTest
    @CsvSource({"1, 1", "30, 30", "31, 0", "64, 0", "65, 1", "70, 6", "90, 26", "95, 0", "128, 0", "256, 0", "258, 2"})
    void whatWouldNeedAnotherTurnIsLeftToTheJdk(int count, int byJdk) {
        assertThat(byJdk(Collections.nCopies(count, 4096), 30)).isEqualTo(byJdk);
    }

    @Test
    void chunksMuchLongerThanTheOthersAreLeftToTheJdk() {
        List<Integer> lengths = new ArrayList<>(Collections.nCopies(200, 4096));
        assertThat(byJdk(lengths, 30)).isEqualTo(8);
        lengths.addAll(0, List.of(100_000, 60_000));
        assertThat(byJdk(lengths, 30)).isEqualTo(10);
    }

    private static int byJdk(List<Integer> lengths, double stepCost) {
        ChunkList chunks = new ChunkList();
        lengths.forEach(length -> chunks.add(0, length));
        int[] order = IntStream.range(0, lengths.size()).toArray();
        return LaneSplit.byJdk(chunks, order, stepCost);
    }

    @Provide
    static Arbitrary<List<Integer>> lengths() {
        return LaneSha1Test.lengths().map(ArrayList::new);
    }
}
