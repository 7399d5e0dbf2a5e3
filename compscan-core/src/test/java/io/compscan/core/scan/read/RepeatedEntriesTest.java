package io.compscan.core.scan.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RepeatedEntriesTest {

    private static RepeatedEntries.Counts counts(List<String> paths, String... files) {
        RepeatedEntries entries = new RepeatedEntries(paths);
        for (String file : files) {
            int at = file.indexOf('=');
            entries.add(file.substring(0, at), Long.parseLong(file.substring(at + 1)));
        }
        return entries.counts();
    }

    @Test
    void aDirectoryIsRepeatedIfNothingBelowItHasChanged() {
        RepeatedEntries.Counts counts = counts(
                List.of("/d/1", "/d/2"),
                "/d/1/top=1",
                "/d/1/a/x=10",
                "/d/1/a/y=20",
                "/d/1/b/c/z=30",
                "/d/1/b/e/z=40",
                "/d/2/top=1",
                "/d/2/a/x=10",
                "/d/2/a/y=20",
                "/d/2/b/c/z=31",
                "/d/2/b/e/z=40");
        // Not b, nor the root: c below them has changed.
        assertThat(counts).isEqualTo(new RepeatedEntries.Counts(2, 3, 0));
    }

    @Test
    void theSameFilesElsewhereAreNoRepetition() {
        assertThat(counts(List.of("/d/1", "/d/2"), "/d/1/a/x=10", "/d/2/b/x=10").files())
                .isZero();
        assertThat(counts(List.of("/d/1"), "/d/1/a/x=10", "/d/1/b/x=10").files())
                .isZero();
    }

    @Test
    void emptyDirectoriesAreAlikeWhereverTheyLie() {
        RepeatedEntries one = new RepeatedEntries(List.of("/d"));
        assertThat(one.counts().directories()).isZero();
        one.addEmptyDirectory();
        assertThat(one.counts().directories()).isZero();
        one.addEmptyDirectory();
        one.addEmptyDirectory();
        one.add("/d/x", 10);
        assertThat(one.counts()).isEqualTo(new RepeatedEntries.Counts(2, 0, 0));
        RepeatedEntries two = new RepeatedEntries(List.of("/d/1", "/d/2"));
        two.add("/d/1/a/x", 10);
        two.addEmptyDirectory();
        two.add("/d/2/a/x", 10);
        two.addEmptyDirectory();
        assertThat(two.counts().directories()).isEqualTo(2 + 1);
    }

    @Test
    void aPathThatBeginsLikeAnotherIsAnother() {
        RepeatedEntries.Counts counts = counts(List.of("/d/1", "/d/10"), "/d/1/x=10", "/d/10/x=10", "/d/10/y=1");
        assertThat(counts.files()).isZero();
        counts = counts(List.of("/d/1", "/d/10"), "/d/1/x=10", "/d/10/x=10");
        assertThat(counts).isEqualTo(new RepeatedEntries.Counts(1, 1, 1));
    }

    /** Against sets of whole directories, with random states of a random tree. */
    @Test
    void agreesWithWhatStatesHaveInCommon() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        TreeMap<String, Long> tree = new TreeMap<>();
        for (int i = 0; i < 400; i++) {
            tree.put("/" + random.nextInt(5) + "/" + random.nextInt(4) + "/" + random.nextInt(30), random.nextLong(9));
        }
        Set<String> seen = new HashSet<>();
        RepeatedEntries entries = new RepeatedEntries(List.of("/s0", "/s1", "/s2", "/s3"));
        long files = 0;
        for (int state = 0; state < 4; state++) {
            for (int d = 0; d < 5; d++) {
                for (int e = 0; e < 4; e++) {
                    String place = "/" + d + "/" + e + "/";
                    var below = tree.subMap(place, place + "\uffff");
                    if (!below.isEmpty() && !seen.add(below.toString())) {
                        files += below.size();
                    }
                }
            }
            for (var file : tree.entrySet()) {
                entries.add("/s" + state + file.getKey(), file.getValue());
            }
            for (int change = 0; change < 6; change++) {
                String file = new ArrayList<>(tree.keySet()).get(random.nextInt(tree.size()));
                tree.put(file, tree.get(file) + 100);
            }
        }
        assertThat(entries.counts().files()).as("seed " + seed).isEqualTo(files);
    }

    @Test
    void runsAreRepeatedWhereNoFileOfThemHasChanged() {
        RepeatedEntries entries = new RepeatedEntries(List.of("/1", "/2"));
        int count = 20_000;
        for (int state = 1; state <= 2; state++) {
            for (int i = 0; i < count; i++) {
                entries.add("/" + state + "/d/" + i, state == 2 && i == 7777 ? 5 : 4);
            }
        }
        RepeatedEntries.Counts counts = entries.counts();
        assertThat(counts.files()).isZero();
        assertThat(counts.filesInRuns()).isBetween(count - 6000L, count - 1L);
    }
}
