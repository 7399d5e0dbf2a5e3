package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.testing.powerloss.PowerCuts;
import io.compscan.testing.powerloss.RecordedDisk;
import io.compscan.testing.powerloss.RecordedFileSystem;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Outputs on a disk that loses its power: what is in place is whole, and once it was moved there it stays. */
@Timeout(60)
class OutputPowerLossTest {

    private static final String OLD = "old ".repeat(3000);
    private static final String NEW = "new ".repeat(3000);

    @TempDir
    private Path temporary;

    private final RecordedDisk disk = new RecordedDisk();
    private int wasThere = Integer.MAX_VALUE;
    private int isReplaced = Integer.MAX_VALUE;

    private static void write(Path place, boolean overwrite, String text) throws IOException {
        try (OutputFile output = OutputFile.at(place, overwrite)) {
            try (Writer writer = output.writer()) {
                writer.write(text);
            }
            output.moveIntoPlace();
        }
    }

    @Test
    void everyOutputSurvivesEveryPowerCut() throws Exception {
        Path root = Files.createDirectory(temporary.resolve("disk"));
        Path recorded = RecordedFileSystem.record(root, disk);
        Path place = recorded.resolve("result.json");
        write(place, false, OLD);
        wasThere = disk.stepCount();
        write(place, true, NEW);
        isReplaced = disk.stepCount();

        int states = PowerCuts.check(
                disk,
                root,
                root,
                temporary.resolve("after"),
                steps -> steps >= isReplaced ? NEW : steps >= wasThere ? OLD : "",
                OutputPowerLossTest::assertIsWhole);
        assertThat(states).isGreaterThan(4);
    }

    private static void assertIsWhole(Path root, Object promised, String what) throws IOException {
        Path place = root.resolve("result.json");
        if (promised.equals(NEW)) {
            assertThat(place).as(what).hasContent(NEW);
        } else if (promised.equals(OLD) || Files.exists(place)) {
            assertThat(Files.readString(place)).as(what).isIn(OLD, NEW);
        }
    }
}
