package io.compscan.core.fold.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.Ledger;
import io.compscan.result.Ledger.Charge;
import io.compscan.result.TypeTotals;
import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToLongFunction;
import net.jqwik.api.Example;

/** How often the intervals of ledgers from samples hold what is true, over many data sets. */
@Slow
class LedgerHonestyTest {

    private static final int DATA_SETS = 160;
    private static final int CHUNKS = 2_500;
    private static final int DIRECTORIES = 20;
    private static final LedgerLimits FEW = new LedgerLimits(700, 1000);

    /** Directories of very different sizes; a third of the chunks is shared, some by all. */
    private static final class Data {
        private final Random random;
        private final LedgerRecorder recorder = new LedgerRecorder(List.of("r"), "/", FEW);
        private final Map<Object, Set<String>> groups = new HashMap<>();
        private final LedgerModel model = new LedgerModel(groups);
        private final List<long[]> chunks = new ArrayList<>();
        private final long[] typeBytes = new long[3];
        private long nonZeroBytes;
        private long uniqueBytes;
        private long physicalBytes;

        Data(long seed) {
            random = new Random(seed);
            for (int i = 0; i < CHUNKS; i++) {
                long key = random.nextLong();
                int length = random.nextInt(8) == 0 ? 1 + random.nextInt(4096) : 4096;
                int stored = Math.max(1, random.nextInt(3) == 0 ? length : random.nextInt(length) + 1);
                chunks.add(new long[] {key, length, stored});
                uniqueBytes += length;
                physicalBytes += stored;
                int references = random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(1 << random.nextInt(6));
                int home = directory();
                for (int r = 0; r < references; r++) {
                    int directory = random.nextInt(4) == 0 ? random.nextInt(DIRECTORIES) : home;
                    String type = "t" + directory % 3;
                    String unit = "r/d" + directory + "/" + type;
                    groups.computeIfAbsent(unit, name -> Set.of("r", "r/d" + directory, "." + type));
                    Account account = recorder.open(unit, type, type);
                    account.addScanned(length);
                    recorder.add(key, account);
                    model.add(key, stored, unit);
                    nonZeroBytes += length;
                    typeBytes[directory % 3] += length;
                }
            }
        }

        /** The first has half of the data, the next a quarter, the last hardly anything. */
        private int directory() {
            return Math.min(DIRECTORIES - 1, Long.numberOfTrailingZeros(random.nextLong()));
        }

        Ledger ledger() {
            LedgerBuilder posting = recorder.post();
            chunks.forEach(chunk -> posting.visit(chunk[0], (int) chunk[1], (int) chunk[2]));
            List<TypeTotals> types = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                types.add(new TypeTotals("t" + i, 1, typeBytes[i], List.of(0L)));
            }
            return posting.ledger(
                    new StoredTotals("fixed:4096", "lz4", nonZeroBytes, uniqueBytes, physicalBytes, -1L, 0), types, 0);
        }
    }

    private static final class Coverage {
        private int held;
        private int all;

        void add(double truth, long estimate, long error) {
            all++;
            held += Math.abs(truth - estimate) <= error + 1 ? 1 : 0;
        }

        double share() {
            return (double) held / all;
        }
    }

    @Example
    void intervalsHoldTheTruthAsOftenAsTheySay() {
        Map<String, Coverage> large = new HashMap<>();
        Map<String, Coverage> small = new HashMap<>();
        for (int seed = 0; seed < DATA_SETS; seed++) {
            Data data = new Data(seed);
            Ledger ledger = data.ledger();
            assertThat(ledger.sampleShift()).isPositive();
            assertThat(ledger.directories().get(0).charge().attributedBytes()).isEqualTo(data.physicalBytes);
            assertThat(ledger.directories().get(0).charge().attributedErrorBytes())
                    .isZero();
            Map<String, Double> attributed = data.model.attributed();
            Map<String, Double> reclaimable = data.model.reclaimable();
            for (Ledger.Directory directory :
                    ledger.directories().subList(1, ledger.directories().size())) {
                int number = Integer.parseInt(directory.charge().name().substring(1));
                note(number < 4 ? large : small, "directory", directory.charge(), attributed, reclaimable, "r/");
            }
            for (Charge type : ledger.types()) {
                note(large, "type", type, attributed, reclaimable, ".");
            }
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j <= i; j++) {
                    String one = nameOf(ledger, i);
                    String other = nameOf(ledger, j);
                    coverage(i == j ? large : small, i == j ? "held" : "shared")
                            .add(
                                    data.model.shared("r/" + one, "r/" + other),
                                    ledger.overlap().sharedBytes().get(i).get(j),
                                    ledger.overlap().sharedErrorBytes().get(i).get(j));
                }
            }
        }
        large.forEach((what, coverage) -> assertThat(coverage.share()).as(what).isBetween(0.93, 0.97));
        // Of a few chunks in the sample the interval is wider rather than narrower.
        small.forEach((what, coverage) -> assertThat(coverage.share()).as(what).isGreaterThan(0.93));
    }

    private static String nameOf(Ledger ledger, int place) {
        return ledger.directories()
                .get(ledger.overlap().directories().get(place))
                .charge()
                .name();
    }

    private static Coverage coverage(Map<String, Coverage> coverages, String what) {
        return coverages.computeIfAbsent(what, key -> new Coverage());
    }

    private static void note(
            Map<String, Coverage> coverages,
            String what,
            Charge charge,
            Map<String, Double> attributed,
            Map<String, Double> reclaimable,
            String prefix) {
        String group = prefix + charge.name();
        coverage(coverages, what + " attributed")
                .add(attributed.getOrDefault(group, 0.0), charge.attributedBytes(), charge.attributedErrorBytes());
        coverage(coverages, what + " reclaimable")
                .add(reclaimable.getOrDefault(group, 0.0), charge.reclaimableBytes(), charge.reclaimableErrorBytes());
    }

    @Example
    void aLargerSampleIsCloserToTheTruth() {
        assertThat(meanError(new LedgerLimits(4000, 1000), Charge::attributedErrorBytes))
                .isLessThan(0.75 * meanError(new LedgerLimits(1000, 1000), Charge::attributedErrorBytes));
    }

    private static double meanError(LedgerLimits limits, ToLongFunction<Charge> error) {
        Random random = new Random(1);
        LedgerRecorder recorder = new LedgerRecorder(List.of("r"), "/", limits);
        long[] keys = random.longs(50_000).toArray();
        for (int i = 0; i < keys.length; i++) {
            for (int j = 0; j < 2; j++) {
                Account account = recorder.open("r/d" + random.nextInt(4) + "/f", "", "");
                account.addScanned(4096);
                recorder.add(keys[i], account);
            }
        }
        LedgerBuilder posting = recorder.post();
        for (long key : keys) {
            posting.visit(key, 4096, 4096);
        }
        long bytes = 4096L * keys.length;
        Ledger ledger = posting.ledger(new StoredTotals("c", "none", 2 * bytes, bytes, bytes, -1L, 0), List.of(), 0);
        return ledger.directories().stream()
                .skip(1)
                .map(Ledger.Directory::charge)
                .mapToLong(error)
                .average()
                .orElseThrow();
    }
}
