package io.compscan.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * Data whose deduplication is known, as sequences of chunk numbers; -1 is a chunk of zeros.
 *
 * <p>Each kind is hard in its own way for somebody who sees a part of the data.
 */
final class EstimateData {

    /** Makes a sequence of so many chunks. */
    @FunctionalInterface
    interface Kind {
        int[] make(int count, Random random);
    }

    private interface Chunk {
        int at(int k);
    }

    private EstimateData() {}

    /**
     * The kinds by name.
     *
     * @param perExtent chunks of an extent, for kinds that are out of step with extents
     */
    static Map<String, Kind> kinds(int perExtent) {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        kinds.put("none", (count, random) -> generate(count, k -> k));
        kinds.put("halves", (count, random) -> generate(count, k -> k % (count / 2)));
        kinds.put("halves out of step", (count, random) -> halves(count, perExtent / 2));
        kinds.put("pairs far", (count, random) -> shuffled(generate(count, k -> k / 2), random));
        kinds.put("pairs near", (count, random) -> generate(count, k -> k / 2));
        for (double exponent : new double[] {0.8, 1.1, 1.5}) {
            kinds.put("Zipf " + exponent, (count, random) -> zipf(count, exponent, random));
        }
        kinds.put("half is one", (count, random) -> generate(count, k -> random.nextBoolean() ? 0 : k + 1));
        kinds.put("in 1 %", EstimateData::concentrated);
        kinds.put("zeros 90 %", EstimateData::zeros);
        kinds.put("zeros 99.5 %", (count, random) -> rareRuns(count, count / 200, -1, random));
        kinds.put("one pattern", (count, random) -> rareRuns(count, count / 1000, perExtent, random));
        kinds.put("three copies", (count, random) -> shuffled(generate(count, k -> k / 3), random));
        kinds.put("hundred of 1 %", EstimateData::hundredCopies);
        kinds.put("ten copies", EstimateData::tenCopies);
        kinds.put("backups 14", EstimateData::backups);
        kinds.put("clones 30", EstimateData::clones);
        kinds.put(
                "a tenth twice",
                (count, random) ->
                        generate(count, k -> k >= count / 2 && k < count / 2 + count / 10 ? k - count / 2 : k));
        kinds.put("5 % scattered", EstimateData::scattered);
        kinds.put("mix", EstimateData::mix);
        return kinds;
    }

    /** The number of distinct chunks that are not zero. */
    static int distinct(int[] chunks) {
        boolean[] isSeen = new boolean[Arrays.stream(chunks).max().orElse(0) + 1];
        int count = 0;
        for (int chunk : chunks) {
            if (chunk >= 0 && !isSeen[chunk]) {
                isSeen[chunk] = true;
                count++;
            }
        }
        return count;
    }

    private static int[] generate(int count, Chunk chunk) {
        int[] chunks = new int[count];
        for (int k = 0; k < count; k++) {
            chunks[k] = chunk.at(k);
        }
        return chunks;
    }

    private static int[] halves(int count, int shift) {
        int half = count / 2;
        return generate(count, k -> k < half ? k : (k - half + shift) % half);
    }

    private static int[] shuffled(int[] chunks, Random random) {
        for (int i = chunks.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int kept = chunks[i];
            chunks[i] = chunks[j];
            chunks[j] = kept;
        }
        return chunks;
    }

    private static int[] zipf(int count, double exponent, Random random) {
        double[] sums = new double[count];
        double sum = 0;
        for (int k = 0; k < count; k++) {
            sum += Math.pow(k + 1, -exponent);
            sums[k] = sum;
        }
        double all = sum;
        return generate(count, k -> {
            int place = Arrays.binarySearch(sums, random.nextDouble() * all);
            return Math.min(count - 1, place < 0 ? -1 - place : place);
        });
    }

    /** All duplicates lie in a hundredth of the data. */
    private static int[] concentrated(int count, Random random) {
        int length = count / 100;
        int start = count / 3;
        return generate(
                count, k -> k >= start && k < start + length ? start + (k - start) % Math.max(1, length / 50) : k);
    }

    /** Nine tenths are zeros; half of the rest occurs twice. */
    private static int[] zeros(int count, Random random) {
        int[] chunks = new int[count];
        Arrays.fill(chunks, -1);
        int data = count / 10;
        int[] values = generate(data, k -> k < data / 2 ? k : data + (k - data / 2) / 2);
        int[] pairs = shuffled(Arrays.copyOfRange(values, data / 2, data), random);
        System.arraycopy(pairs, 0, values, data / 2, pairs.length);
        int run = Math.min(500, Math.max(1, data / 20));
        int places = count / (run + run / 5);
        int[] order = shuffled(generate(places, k -> k), random);
        for (int r = 0; r < data / run; r++) {
            System.arraycopy(values, r * run, chunks, order[r] * (run + run / 5), run);
        }
        return chunks;
    }

    /**
     * New chunks in runs of 16 at random places, among data that repeats everywhere.
     *
     * @param pattern the period of the repeated chunks; -1 for zeros
     */
    private static int[] rareRuns(int count, int newChunks, int pattern, Random random) {
        int[] chunks = generate(count, k -> pattern < 0 ? -1 : k % pattern);
        int next = Math.max(0, pattern);
        int run = 16;
        for (int place :
                random.ints(0, count / run).distinct().limit(newChunks / run).toArray()) {
            for (int k = 0; k < run; k++) {
                chunks[place * run + k] = next++;
            }
        }
        return chunks;
    }

    /** Every other run of 64 is new. The rest are a hundred copies of a part of half a per cent. */
    private static int[] hundredCopies(int count, Random random) {
        int base = count / 200;
        int[] copied = {0};
        return generate(count, k -> k / 64 % 2 == 0 ? base + k : copied[0]++ % base);
    }

    private static int[] tenCopies(int count, Random random) {
        int base = count / 10;
        int[] next = {base};
        return generate(count, k -> random.nextInt(100) == 0 ? next[0]++ : k % base);
    }

    /** Fourteen states of one disk; 2 % change from one to the next. */
    private static int[] backups(int count, Random random) {
        int base = count / 14;
        int[] now = generate(base, k -> k);
        int[] next = {base};
        int[] chunks = new int[count];
        for (int k = 0; k < count; k++) {
            if (k % base == 0 && k > 0) {
                replaceRuns(now, 0.02, 8, next, random);
            }
            chunks[k] = now[k % base];
        }
        return chunks;
    }

    /** Thirty clones of one disk that has duplicates of its own; 5 to 20 % of each have changed, and each begins elsewhere. */
    private static int[] clones(int count, Random random) {
        int base = count / 30;
        int[] origin = zipf(base, 0.3, random);
        int[] next = {base};
        int[] chunks = new int[count];
        for (int clone = 0; clone * base < count; clone++) {
            int[] own = origin.clone();
            replaceRuns(own, 0.05 + 0.15 * random.nextDouble(), 32, next, random);
            int shift = random.nextInt(base);
            for (int k = 0; k < base && clone * base + k < count; k++) {
                chunks[clone * base + k] = own[(k + shift) % base];
            }
        }
        return chunks;
    }

    /** Gives new numbers to runs of chunks, about a share of all. */
    private static void replaceRuns(int[] chunks, double share, int meanRun, int[] next, Random random) {
        int runs = Math.max(1, (int) (chunks.length * share / meanRun));
        for (int r = 0; r < runs; r++) {
            int from = random.nextInt(chunks.length);
            int length = (int) Math.ceil(Math.log(1 - random.nextDouble()) / Math.log(1 - 1.0 / meanRun));
            for (int k = from; k < Math.min(chunks.length, from + Math.max(1, length)); k++) {
                chunks[k] = next[0]++;
            }
        }
    }

    /** As in a system's directories: 5 % are copies of chunks before them, in runs. */
    private static int[] scattered(int count, Random random) {
        int[] chunks = generate(count, k -> k);
        for (int r = 0; r < count * 0.05 / 8; r++) {
            int from = random.nextInt(count);
            for (int k = from; k < Math.min(count, from + 8); k++) {
                chunks[k] = Math.max(0, k - 1 - random.nextInt(count - 1));
            }
        }
        return chunks;
    }

    /** 40 % unique, 30 % pairs in runs, 20 % twenty clones, 10 % by Zipf's law. */
    private static int[] mix(int count, Random random) {
        int unique = (int) (count * 0.4);
        int pairs = (int) (count * 0.3) / 128 * 128;
        int clones = (int) (count * 0.2);
        int[] rest = zipf(count - unique - pairs - clones, 1.1, random);
        int[] order = shuffled(generate(pairs / 64, k -> k), random);
        return generate(count, k -> {
            if (k < unique) {
                return k;
            }
            if (k < unique + pairs) {
                int run = order[(k - unique) / 64] % (pairs / 128);
                return unique + run * 64 + (k - unique) % 64;
            }
            if (k < unique + pairs + clones) {
                return count + (k - unique - pairs) % (clones / 20);
            }
            return 2 * count + rest[k - unique - pairs - clones];
        });
    }
}
