package io.compscan.cli;

import io.compscan.map.EntryCursor;
import io.compscan.map.RunFile;
import io.compscan.map.RunWriter;
import io.compscan.map.TableSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;

/** Fingerprint sets that say something else than what a scan has found. */
final class ForgedSet {

    private ForgedSet() {}

    /**
     * Writes a set anew with other entries or another description, and with checksums that are right for them.
     *
     * @param set what somebody has forged
     */
    static void write(Path set, Path forged, Random random) throws IOException {
        boolean isDescription = random.nextBoolean();
        try (RunFile file = RunFile.open(set);
                RunWriter writer = RunWriter.create(forged)) {
            writeTables(file, writer, isDescription ? 0 : 1 + random.nextInt(20), random);
            String description = new String(file.metadata(), StandardCharsets.UTF_8);
            writer.finish((isDescription ? DamagedJson.of(description, random) : description)
                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Writes a run anew: some of its entries are others, or are left out. */
    static void writeEntries(Path run, Path forged, Random random) throws IOException {
        try (RunFile file = RunFile.open(run);
                RunWriter writer = RunWriter.create(forged)) {
            writeTables(file, writer, 1 + random.nextInt(20), random);
            writer.finish(file.metadata());
        }
    }

    private static void writeTables(RunFile file, RunWriter writer, int oneIn, Random random) throws IOException {
        for (int t = 0; t < file.tables().size(); t++) {
            TableSpec spec = file.tables().get(t).spec();
            writer.beginTable(spec);
            copy(file.cursor(t), spec, writer, oneIn, random);
            writer.endTable();
        }
    }

    /** @param oneIn how many entries there are for one that is changed or left out; 0 to change none */
    private static void copy(EntryCursor from, TableSpec spec, RunWriter to, int oneIn, Random random)
            throws IOException {
        try (from) {
            while (from.next()) {
                int[] values = new int[spec.layout().fieldCount()];
                for (int f = 0; f < values.length; f++) {
                    values[f] = from.field(f);
                }
                long references = from.references();
                if (oneIn > 0 && random.nextInt(oneIn) == 0) {
                    switch (random.nextInt(3)) {
                        case 0 -> {
                            continue;
                        }
                        case 1 -> references = random.nextLong() >>> (1 + random.nextInt(63));
                        default -> {
                            for (int f = 0; f < values.length; f++) {
                                values[f] = random.nextInt(
                                        spec.layout().fields().get(f).maxValue() + 1);
                            }
                        }
                    }
                }
                to.append(from.key(), 0, references, values);
            }
        }
    }
}
