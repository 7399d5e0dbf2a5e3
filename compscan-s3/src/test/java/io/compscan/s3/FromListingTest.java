package io.compscan.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.library.Measure;
import io.compscan.core.source.Source;
import io.compscan.core.source.view.JoinedSource;
import io.compscan.core.tools.duplicate.ListedObjects;
import io.compscan.result.duplicate.ListedDuplicates;
import io.compscan.result.duplicate.ListedDuplicates.Etag;
import io.compscan.result.duplicate.ListedDuplicates.Objects;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The list of a store shows which objects are copies, and nothing is read. */
@Timeout(120)
class FromListingTest extends StoreFixture {

    private static ListedDuplicates list(Source source) throws Exception {
        assertThat(source.listsDigests()).isTrue();
        return new ListedObjects(source, count -> {}).list(Measure.defaults().options(), "1");
    }

    @Test
    void whatRemainsIsThatOfAComparisonOfAllBytes() throws Exception {
        local.bucket("copies");
        local.put("copies", "one/", tree);
        local.put("copies", "two/", tree);
        local.put("copies", "two/more", random(70_000));
        local.put("copies", "marker/", new byte[0]);
        Map<String, Long> distinct = new HashMap<>();
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(tree)) {
            all.filter(Files::isRegularFile).forEach(files::add);
        }
        for (Path file : files) {
            distinct.put(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1), 1L);
        }
        long treeBytes =
                files.stream().map(Path::toFile).mapToLong(File::length).sum();
        long distinctBytes =
                distinct.keySet().stream().mapToLong(String::length).sum();

        S3Store store = local.store();
        Source source = JoinedSource.of(List.of(at(store, "s3://copies/one"), at(store, "s3://copies/two")));
        long before = store.requestCount();
        ListedDuplicates listed = list(source);
        // For each place, whether it is an object, and one page of names.
        assertThat(store.requestCount() - before).isEqualTo(4);
        assertThat(listed.errors()).isEmpty();
        assertThat(listed.total())
                .isEqualTo(Objects.of(
                        Etag.ALL,
                        2L * files.size() + 1,
                        2 * treeBytes + 70_000,
                        2L * files.size() - distinct.size(),
                        2 * treeBytes - distinctBytes));
        assertThat(listed.etags().get(0).objectCount()).isEqualTo(listed.total().objectCount());
    }

    /** One request lists a thousand objects. */
    @Test
    void requestsAreThoseOfTheList() throws Exception {
        local.bucket("many");
        for (int i = 0; i < 1201; i++) {
            local.put("many", "object" + i, new byte[] {(byte) (i % 3)});
        }
        S3Store store = local.store();
        Source source = at(store, "s3://many");
        long before = store.requestCount();
        ListedDuplicates listed = list(source);
        assertThat(store.requestCount() - before).isEqualTo(2);
        assertThat(listed.total()).isEqualTo(Objects.of(Etag.ALL, 1201, 1201, 1198, 1198));
    }

    /** The same bytes in parts of two sizes, and once in one piece: the list shows two copies of four. */
    @Test
    void objectsInPartsOfAnotherSizeAreNotSeenToBeEqual() throws Exception {
        local.bucket("parts");
        byte[] data = random(11 << 20);
        local.put("parts", "whole", data);
        local.putInParts("parts", "five", data, 5 << 20);
        local.putInParts("parts", "five-again", data, 5 << 20);
        local.putInParts("parts", "six", data, 6 << 20);
        ListedDuplicates listed = list(at(local.store(), "s3://parts"));
        assertThat(listed.etags().get(0)).isEqualTo(Objects.of(Etag.MD5, 1, data.length, 0, 0));
        assertThat(listed.etags().get(1)).isEqualTo(Objects.of(Etag.PARTS, 3, 3L * data.length, 1, data.length));
        assertThat(listed.total().remainingBytesHigh()).isEqualTo(3L * data.length);
    }
}
