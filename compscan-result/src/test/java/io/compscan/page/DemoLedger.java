package io.compscan.page;

import io.compscan.result.Layout;
import io.compscan.result.Ledger;
import io.compscan.result.Ledger.Charge;
import io.compscan.result.Ledger.Directory;
import io.compscan.result.Ledger.DirectoryOverlap;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The ledger of the demo: directories, types and machines with what is attributed to each. */
final class DemoLedger {

    private DemoLedger() {}

    static Ledger ledger(Layout layout) {
        long physicalBytes = layout.compression().get(0).physicalBytes();
        List<Directory> directories = new ArrayList<>();
        Random random = new Random(7);
        String[] roots = {"/srv/vm", "/srv/home", PageSamples.EVIL};
        int[] percent = {76, 21, 3};
        List<Integer> tops = new ArrayList<>();
        for (int i = 0; i < roots.length; i++) {
            int number = directories.size();
            long scanned = PageSamples.SCANNED / 100 * percent[i];
            long attributed = physicalBytes / 100 * percent[i];
            directories.add(new Directory(-1, charge(roots[i], 400_000, scanned, attributed, 0.9, 0.02)));
            String[] names = {
                "finance",
                "web-a",
                "web-b",
                "web-c",
                PageSamples.EVIL_SCRIPT,
                PageSamples.EVIL_TEMPLATE,
                "build",
                "mail",
                "archive with a rather long name 2019"
            };
            int count = i == 2 ? 3 : names.length;
            int[] share = {30, 20, 15, 10, 8, 6, 4, 3, 2};
            for (int j = 0; j < count; j++) {
                int top = directories.size();
                tops.add(top);
                double reduction = j % 4 == 3 ? 4 : 0.5 + random.nextDouble() * 1.4;
                long bytes = scanned / 100 * share[j];
                directories.add(new Directory(
                        number,
                        charge(
                                names[j],
                                30_000,
                                bytes,
                                (long) (attributed / 100.0 * share[j] * reduction),
                                0.7,
                                0.04)));
                for (int k = 0; k < 6; k++) {
                    directories.add(new Directory(
                            top,
                            charge(
                                    k == 5 ? PageSamples.EVIL : "disk-" + k,
                                    4000,
                                    bytes / (k + 3),
                                    (long) (attributed / 100.0 * share[j] / (k + 3) * (0.3 + random.nextDouble() * 2)),
                                    0.5,
                                    0.06)));
                }
            }
        }
        List<Integer> compared = tops.subList(0, 12);
        List<List<Long>> shared = IntStream.range(0, compared.size())
                .mapToObj(i -> IntStream.range(0, compared.size())
                        .mapToObj(j -> overlap(directories, compared, i, j))
                        .toList())
                .toList();
        List<List<Long>> errors = shared.stream()
                .map(row -> row.stream().map(bytes -> bytes / 50).toList())
                .toList();
        List<Charge> machines = IntStream.range(0, 40)
                .mapToObj(i -> charge(
                        i == 3 ? PageSamples.EVIL : String.format("/srv/vm/web-%02d", i),
                        12,
                        60 * PageSamples.GIB / (i + 1),
                        9 * PageSamples.GIB / (i + 1),
                        0.6,
                        0.05))
                .toList();
        List<Charge> types = IntStream.range(0, PageSamples.TYPES.length)
                .mapToObj(i -> charge(
                        PageSamples.TYPES[i],
                        1000,
                        PageSamples.SCANNED / 1000 * PageSamples.PER_MILLE[i],
                        physicalBytes / 1000 * PageSamples.PER_MILLE[i] / 5 * (i % 9 + 1),
                        0.8,
                        0.02))
                .toList();
        return new Ledger(
                layout.chunking(),
                "lz4",
                9,
                201_311,
                6,
                directories,
                types,
                machines,
                new DirectoryOverlap(compared, shared, errors));
    }

    private static long overlap(List<Directory> directories, List<Integer> compared, int i, int j) {
        long one = directories.get(compared.get(i)).charge().attributedBytes();
        long other = directories.get(compared.get(j)).charge().attributedBytes();
        boolean alike = (i == j) || (i >= 1 && i <= 3 && j >= 1 && j <= 3);
        return (long) (Math.min(one, other) * (i == j ? 1.2 : alike ? 0.71 : ((i * 7 + j * 7) % 13) / 60.0));
    }

    static Charge charge(String name, long files, long scanned, long attributed, double reclaimable, double error) {
        long freed = (long) (attributed * reclaimable);
        return new Charge(name, files, scanned, attributed, (long) (attributed * error), freed, (long) (freed * error));
    }
}
