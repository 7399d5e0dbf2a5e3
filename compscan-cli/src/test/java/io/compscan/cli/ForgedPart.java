package io.compscan.cli;

import io.compscan.map.EntryCursor;
import io.compscan.map.RunFile;
import io.compscan.map.RunWriter;
import io.compscan.map.TableSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;

/** Saved estimates that say something else than what was read. */
final class ForgedPart {

    private ForgedPart() {}

    /**
     * Writes a saved estimate anew: its entries or its description are others, and all checksums are right.
     *
     * @param intact what somebody has forged
     */
    static void write(Path intact, Path forged, Random random) throws IOException {
        boolean isDescription = random.nextInt(3) > 0;
        int damagedTable = random.nextInt(4);
        try (RunFile file = RunFile.open(intact);
                RunWriter writer = RunWriter.create(forged)) {
            for (int t = 0; t < file.tables().size(); t++) {
                TableSpec spec = file.tables().get(t).spec();
                writer.beginTable(spec);
                try (EntryCursor entries = file.cursor(t)) {
                    while (entries.next()) {
                        boolean isDamaged = !isDescription && t == damagedTable && random.nextInt(40) == 0;
                        append(entries, spec, writer, isDamaged, random);
                    }
                }
                writer.endTable();
            }
            String description = new String(file.metadata(), StandardCharsets.UTF_8);
            writer.finish((isDescription ? DamagedJson.of(description, random) : description)
                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void append(EntryCursor entry, TableSpec spec, RunWriter to, boolean isDamaged, Random random)
            throws IOException {
        int[] values = new int[spec.layout().fieldCount()];
        for (int f = 0; f < values.length; f++) {
            values[f] = entry.field(f);
        }
        if (isDamaged && values.length > 0 && random.nextBoolean()) {
            values[random.nextInt(values.length)] = random.nextInt(1 << (1 + random.nextInt(30)));
        } else if (isDamaged && random.nextBoolean()) {
            return;
        }
        boolean isOther = isDamaged && random.nextBoolean();
        to.append(entry.key(), 0, isOther ? random.nextInt(1000) : entry.references(), values);
    }
}
