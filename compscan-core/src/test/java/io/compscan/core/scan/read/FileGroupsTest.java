package io.compscan.core.scan.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FileGroupsTest {

    private static final int BLOCK_BYTES = 128 << 10;

    private record File(String name, long sizeBytes) {}

    /** The groups that share blocks, in the order of the walk. */
    private static List<List<File>> groups(List<File> files) {
        FileGroups groups = new FileGroups(BLOCK_BYTES);
        List<List<File>> all = new ArrayList<>();
        for (File file : files) {
            long number = groups.next(file.name(), file.sizeBytes());
            if (number == FileGroups.NONE) {
                assertThat(file.sizeBytes())
                        .satisfiesAnyOf(
                                size -> assertThat(size).isZero(),
                                size -> assertThat(size).isGreaterThanOrEqualTo(BLOCK_BYTES));
                continue;
            }
            assertThat(number).isBetween(all.size() - 1L, (long) all.size());
            if (number == all.size()) {
                all.add(new ArrayList<>());
            }
            all.get((int) number).add(file);
        }
        return all;
    }

    private static List<File> files(Random random, int count, int mostBytes) {
        List<File> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            files.add(new File("tree/d" + i / 30 + "/file" + i, random.nextInt(mostBytes)));
        }
        return files;
    }

    @Property(tries = 100)
    void aGroupFitsIntoASlabAndFillsSomeBlocks(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 2 * BLOCK_BYTES) int mostBytes) {
        List<List<File>> groups = groups(files(new Random(seed), 5000, mostBytes));
        for (int i = 0; i < groups.size(); i++) {
            List<File> group = groups.get(i);
            long bytes = group.stream().mapToLong(File::sizeBytes).sum();
            assertThat(bytes).isLessThanOrEqualTo(1 << 20);
            assertThat(group).hasSizeLessThanOrEqualTo(FileGroups.MAX_FILES);
            if (i < groups.size() - 1) {
                assertThat(bytes >= 2 * BLOCK_BYTES || group.size() >= FileGroups.MAX_FILES / 2)
                        .isTrue();
            }
        }
    }

    /** A file that comes, goes or changes moves the ends of the groups about it, and no others. */
    @Property(tries = 50)
    void anotherStateOfATreeHasMostGroupsAgain(
            @ForAll long seed, @ForAll @IntRange(min = 100, max = 100_000) int mostBytes) {
        Random random = new Random(seed);
        List<File> before = files(random, 60_000_000 / mostBytes + 20_000, mostBytes);
        List<File> after = new ArrayList<>(before);
        for (int change = 0; change < 3; change++) {
            int at = random.nextInt(after.size());
            switch (random.nextInt(3)) {
                case 0 -> after.remove(at);
                case 1 -> after.add(at, new File("tree/new" + change, random.nextInt(mostBytes)));
                default -> after.set(at, new File(after.get(at).name(), random.nextInt(mostBytes)));
            }
        }
        List<List<File>> groups = groups(before);
        List<List<File>> again = new ArrayList<>(groups(after));
        int count = again.size();
        again.removeAll(groups);
        assertThat(again.size()).isLessThanOrEqualTo(Math.max(30, count / 2));
    }

    @Test
    void whereATreeLiesDoesNotMatter() {
        List<File> files = files(new Random(3), 20_000, 20_000);
        List<File> moved = files.stream()
                .map(file -> new File("/mnt/" + file.name(), file.sizeBytes()))
                .toList();
        assertThat(groups(moved).stream().map(List::size))
                .isEqualTo(groups(files).stream().map(List::size).toList());
    }

    @Test
    void groupsHaveSomeHundredKibibytesHoweverLongFilesAre() {
        for (int mostBytes : List.of(500, 8000, 60_000)) {
            List<List<File>> groups = groups(files(new Random(4), 200_000_000 / mostBytes, mostBytes));
            long bytes = groups.stream()
                    .flatMap(List::stream)
                    .mapToLong(File::sizeBytes)
                    .sum();
            assertThat(bytes / groups.size() / 1024)
                    .as("files of up to %d bytes", mostBytes)
                    .isBetween(300L, 900L);
        }
    }
}
