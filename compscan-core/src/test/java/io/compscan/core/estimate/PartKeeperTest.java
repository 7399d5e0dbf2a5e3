package io.compscan.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartKeeperTest {

    private final List<String> lines = new ArrayList<>();

    @TempDir
    Path place;

    @Test
    void aFailureNamesTheLastCheckpointOnlyIfThereIsOne() throws IOException {
        try (PartDirectory checkpoints = PartDirectory.create(place)) {
            // What is in the way of the next checkpoint.
            Files.createDirectories(place.resolve("estimate.next").resolve("file"));
            saveTwice(checkpoints);
            assertThat(lines).singleElement().asString().startsWith("no checkpoint could be taken: " + place + ": ");
            lines.clear();
            Files.createFile(PartDirectory.partOf(place));
            saveTwice(checkpoints);
            assertThat(lines)
                    .singleElement()
                    .asString()
                    .startsWith("no more checkpoints, the last one stays: " + place + ": ");
        }
    }

    private void saveTwice(PartDirectory checkpoints) {
        PartKeeper keeper = new PartKeeper(
                new ExtentRequest.Keep(checkpoints, Duration.ZERO, List.of(), "/", null, lines::add),
                () -> null,
                List.of());
        assertThat(keeper.isDue()).isTrue();
        keeper.save();
        assertThat(keeper.isDue()).isFalse();
        keeper.save();
    }
}
