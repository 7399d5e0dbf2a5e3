package io.compscan.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.source.view.SourceContext;
import io.compscan.core.tools.generate.DatasetSpec;
import io.compscan.core.tools.generate.Generator;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.model.S3Object;

/** A store of objects that holds a tree of files, for the tests of a class. */
abstract class StoreFixture {

    static final String[] CHUNKINGS = {"4k", "64k", "fastcdc:8k"};
    static final SourceContext ALL = new SourceContext(List.of(), List.of());
    /** The same tree in each test of a source: the specification and the seed decide each byte. */
    static final DatasetSpec TREE = DatasetSpec.ofSize(8 << 20)
            .files(160)
            .dedup("2")
            .zeroShare("0.1")
            .seed(22)
            .build();

    @TempDir
    static Path shared;

    static LocalStore local;
    static Path tree;

    @BeforeAll
    static void start() throws Exception {
        local = new LocalStore();
        tree = shared.resolve("tree");
        new Generator(TREE).write(tree, 2, false, bytes -> {});
        local.bucket("data");
        local.put("data", "some/tree/", tree);
    }

    @AfterAll
    static void stop() throws Exception {
        local.close();
    }

    static S3Source at(S3Store store, String location) throws IOException {
        return S3Source.open(store, S3Location.parse(location), ALL);
    }

    static ScanResult ofDirectory() throws Exception {
        return Scans.scan(new FileTreeSource(List.of(tree), WalkOptions.ALL), CHUNKINGS);
    }

    static byte[] random(int length) {
        byte[] data = new byte[length];
        new Random(length).nextBytes(data);
        return data;
    }

    static byte[] read(Unit unit) throws IOException {
        byte[] data = new byte[(int) unit.sizeBytes() + 1];
        int done = 0;
        try (UnitChannel channel = unit.open()) {
            for (int got; (got = channel.read(done, data, done, data.length - done)) > 0; ) {
                done += got;
            }
        }
        return Arrays.copyOf(data, done);
    }

    static Unit only(Source source) throws InterruptedException {
        Found found = new Found();
        source.walk(found);
        assertThat(found.units).hasSize(1);
        return found.units.get(0);
    }

    /** What a walk finds. */
    static class Found implements SourceVisitor {
        final List<Unit> units = new ArrayList<>();
        int directories;

        @Override
        public void unit(Unit unit) {
            units.add(unit);
        }

        @Override
        public void directory() {
            directories++;
        }

        @Override
        public void error(ReadError error) {
            throw new AssertionError(error);
        }

        @Override
        public boolean isStopped() {
            return false;
        }
    }

    static List<String> names(S3Store store) throws IOException {
        List<String> names = new ArrayList<>();
        Listing listing = store.list("data", "some/tree/", 1000);
        for (S3Object found = listing.next(); found != null; found = listing.next()) {
            names.add(found.key());
        }
        return names;
    }
}
