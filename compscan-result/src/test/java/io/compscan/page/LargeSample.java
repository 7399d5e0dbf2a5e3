package io.compscan.page;

import io.compscan.result.FileResult;
import io.compscan.result.Ledger;
import io.compscan.result.Ledger.Charge;
import io.compscan.result.Ledger.Directory;
import io.compscan.result.Ledger.DirectoryOverlap;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.TypeTotals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The result of a scan of very many files, whose lists are longer than a page shows. */
final class LargeSample {

    private LargeSample() {}

    /** The result of a million files in 50,000 directories, three thousand of which could not be read. */
    static ScanResult large() {
        ScanResult demo = PageSamples.demo();
        Ledger ledger = demo.ledger();
        if (ledger == null) {
            throw new IllegalStateException("the demo has a ledger");
        }
        List<Directory> directories = new ArrayList<>();
        directories.add(new Directory(
                -1, DemoLedger.charge("/srv", 1_000_000, PageSamples.SCANNED, PageSamples.SCANNED / 4, 1, 0.001)));
        Random random = new Random(3);
        for (int i = 1; directories.size() < 50_000; i++) {
            int parent = i < 40 ? 0 : random.nextInt(Math.max(1, i / 8), i);
            long parentBytes = directories.get(parent).charge().scannedBytes();
            long bytes = (long) (parentBytes * random.nextDouble() * 0.2);
            directories.add(new Directory(
                    parent,
                    DemoLedger.charge(
                            "directory with a name of usual length " + i,
                            20,
                            bytes,
                            (long) (bytes * random.nextDouble()),
                            0.5,
                            0.1)));
        }
        List<Charge> machines = IntStream.range(0, 5000)
                .mapToObj(i -> DemoLedger.charge("/srv/machines/machine-" + i, 3, 1000L + i, 500, 0.5, 0.1))
                .toList();
        List<ReadError> errors = IntStream.range(0, 3000)
                .mapToObj(i -> new ReadError(
                        "/srv/some/path/to/a/file/that/cannot/be/read-" + i,
                        ReadError.Kind.UNREADABLE,
                        0,
                        "permission denied"))
                .toList();
        List<FileResult> files = IntStream.range(0, 2000)
                .mapToObj(i -> new FileResult(
                        "/srv/file-" + i,
                        demo.files().get(0).logicalBytes(),
                        0,
                        demo.files().get(0).scannedBytes(),
                        demo.files().get(0).layouts()))
                .toList();
        List<TypeTotals> types = new ArrayList<>(demo.types());
        for (int i = 0; i < 4000; i++) {
            types.add(new TypeTotals(
                    "zz" + i, 1, 0, demo.layouts().stream().map(layout -> 0L).toList()));
        }
        return new ScanResult(
                demo.format(),
                demo.version(),
                demo.settings(),
                true,
                demo.totals(),
                demo.layouts(),
                demo.profiles(),
                types,
                new Ledger(
                        ledger.chunking(),
                        ledger.compressor(),
                        ledger.sampleShift(),
                        ledger.sampledChunkCount(),
                        40,
                        directories,
                        types.stream()
                                .map(type -> DemoLedger.charge(type.extension(), 1, type.scannedBytes(), 5, 1, 0.1))
                                .toList(),
                        machines,
                        new DirectoryOverlap(
                                IntStream.range(1, 33).boxed().toList(),
                                IntStream.range(0, 32)
                                        .mapToObj(i -> IntStream.range(0, 32)
                                                .mapToObj(j -> i == j ? 1000L : (long) ((i + j) % 10) * 60L)
                                                .toList())
                                        .toList(),
                                Collections.nCopies(32, Collections.nCopies(32, 7L)))),
                files,
                errors,
                demo.timing());
    }
}
