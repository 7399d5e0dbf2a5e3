package io.compscan.image.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** Checksums of pieces against that of the whole. */
class PieceSumsTest {

    private static int sum(byte[] data, int from, int to) {
        CRC32 sum = new CRC32();
        sum.update(data, from, to - from);
        return (int) sum.getValue();
    }

    @Test
    void piecesInAnyOrderMakeTheSumOfTheWhole() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            byte[] data = new byte[1 + random.nextInt(100_000)];
            random.nextBytes(data);
            int holeFrom = random.nextInt(data.length);
            int holeTo = holeFrom + random.nextInt(data.length - holeFrom + 1);
            Arrays.fill(data, holeFrom, holeTo, (byte) 0);
            List<int[]> pieces = new ArrayList<>();
            for (int[] part : new int[][] {{0, holeFrom}, {holeTo, data.length}}) {
                for (int at = part[0]; at < part[1]; ) {
                    int to = Math.min(part[1], at + 1 + random.nextInt(20_000));
                    pieces.add(new int[] {at, to});
                    at = to;
                }
            }
            if (holeFrom < holeTo) {
                pieces.add(new int[] {holeFrom, holeTo});
            }
            // Some are read twice.
            pieces.add(pieces.get(random.nextInt(pieces.size())));
            Collections.shuffle(pieces, random);
            PieceSums sums = new PieceSums();
            for (int[] piece : pieces) {
                if (piece[0] == holeFrom && piece[1] == holeTo) {
                    sums.addZeros(holeFrom, holeTo);
                } else {
                    sums.add(piece[0], piece[1], sum(data, piece[0], piece[1]));
                }
            }
            long right = sum(data, 0, data.length) & 0xffff_ffffL;
            assertThat(sums.contradict(data.length, right)).as("seed " + seed).isFalse();
            assertThat(sums.contradict(data.length, right ^ 1))
                    .as("seed " + seed)
                    .isTrue();
            assertThat(sums.contradict(data.length + 1, right ^ 1)).isFalse();
        }
    }

    /** More pieces apart than are remembered, or pieces that overlap, are not judged. */
    @Test
    void whatIsNotKnownIsNotJudged() {
        PieceSums apart = new PieceSums();
        for (int i = 5000; i >= 0; i--) {
            apart.add(2L * i, 2L * i + 1, 7);
        }
        for (int i = 0; i < 5000; i++) {
            apart.add(2L * i + 1, 2L * i + 2, 7);
        }
        assertThat(apart.contradict(10_001, 1)).isFalse();
        PieceSums overlapping = new PieceSums();
        overlapping.add(0, 10, 7);
        overlapping.add(5, 15, 7);
        assertThat(overlapping.contradict(15, 1)).isFalse();
        assertThat(overlapping.contradict(10, 1)).isFalse();
    }
}
