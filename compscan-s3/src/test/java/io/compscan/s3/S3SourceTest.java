package io.compscan.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.extent.ExtentRequest;
import io.compscan.core.extent.ExtentScan;
import io.compscan.core.extent.PassPlan;
import io.compscan.core.fold.Schemes;
import io.compscan.core.generate.DatasetSpec;
import io.compscan.core.generate.Generator;
import io.compscan.core.library.Measure;
import io.compscan.core.result.EstimateResult;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.ScanResult;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitPlace;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.source.view.SourceContext;
import io.compscan.testing.Slow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** Objects of a store are files under other names, also where the network breaks. */
@Timeout(120)
class S3SourceTest {

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
    private static Path shared;

    private static LocalStore local;
    private static Path tree;

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

    private static ScanResult ofDirectory() throws Exception {
        return Scans.scan(new FileTreeSource(List.of(tree), WalkOptions.ALL), CHUNKINGS);
    }

    /** What a directory's estimate says, an object store's says as well; 8 MiB is what the command takes of a store. */
    @Test
    @Slow
    void anEstimateOfObjectsIsThatOfFiles() throws Exception {
        EstimateResult objects = estimate(at(local.store(), "s3://data/some/tree"));
        EstimateResult files = estimate(new FileTreeSource(List.of(tree), WalkOptions.ALL));
        assertThat(objects.errors()).isEmpty();
        assertThat(objects.scannedBytes()).isPositive().isEqualTo(files.scannedBytes());
        assertThat(objects.readBytes()).isEqualTo(files.readBytes());
        assertThat(objects.layouts()).isEqualTo(files.layouts());
    }

    /** The name of a file that has bytes. */
    private static String first() throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            return files.filter(
                            file -> Files.isRegularFile(file) && file.toFile().length() > 0)
                    .map(file -> tree.relativize(file).toString())
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static EstimateResult estimate(Source source) throws Exception {
        Schemes schemes =
                Measure.defaults().chunk("4k").compress("lz4").options().schemes();
        PassPlan all = new PassPlan(1, 0, Long.MAX_VALUE);
        return Objects.requireNonNull(
                new ExtentScan(new ExtentRequest(source, schemes, all, 4, 8L << 20)).run("test", pass -> {}));
    }

    /** Executors get the place, and find the object through the environment of their own machine. */
    @Test
    void aPlaceLeadsToTheObject() throws Exception {
        Unit unit = only(at(local.store(), "s3://data/some/tree/" + first()));
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(sent)) {
            out.writeObject(((UnitPlace.Placed) unit).place());
        }
        System.setProperty("aws.endpointUrl", local.endpoint().toString());
        System.setProperty("aws.accessKeyId", LocalStore.KEY);
        System.setProperty("aws.secretAccessKey", LocalStore.SECRET);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(sent.toByteArray()))) {
            Siblings.Sibling found = ((UnitPlace) in.readObject()).find();
            assertThat(found.unit().name()).isEqualTo(unit.name());
            assertThat(found.unit().version()).isEqualTo(unit.version());
            byte[] data = new byte[(int) unit.sizeBytes()];
            try (UnitChannel channel = found.unit().open()) {
                assertThat(channel.read(0, data, 0, data.length)).isPositive();
            }
            assertThat(data[0]).isEqualTo(Files.readAllBytes(tree.resolve(first()))[0]);
        } finally {
            System.clearProperty("aws.endpointUrl");
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }
    }

    @Test
    @Slow
    void brokenConnectionsChangeNothing() throws Exception {
        long seed = System.nanoTime();
        try (FaultyNetwork network = new FaultyNetwork(local.endpoint(), 5, 0, seed)) {
            // Few connections carry a scan, and half of them last. So scans go on until some have broken.
            for (int scans = 0; network.broken() < 3; scans++) {
                assertThat(scans).as("seed %d", seed).isLessThan(100);
                S3Store store = S3Store.at(network.endpoint(), LocalStore.CREDENTIALS, LocalStore.FIRST_WAIT);
                ScanResult result = Scans.scan(at(store, "s3://data/some/tree"), CHUNKINGS);
                assertThat(result.errors()).as("seed %d", seed).isEmpty();
                assertThat(Scans.ofData(result, "s3://data/some/tree"))
                        .isEqualTo(Scans.ofData(ofDirectory(), tree.toString()));
            }
        }
    }

    /** A listing takes some 50 KB, so most connections that break do so within one. */
    @Test
    void listingsThatBreakOffAreAskedForAgain() throws Exception {
        List<String> all = names(local.store());
        assertThat(all).hasSizeGreaterThan(100);
        long seed = System.nanoTime();
        try (FaultyNetwork network = new FaultyNetwork(local.endpoint(), 5, 0, 50_000, seed)) {
            while (network.broken() < 6) {
                S3Store store = S3Store.at(network.endpoint(), LocalStore.CREDENTIALS, LocalStore.FIRST_WAIT);
                assertThat(names(store)).as("seed %d", seed).isEqualTo(all);
            }
        }
    }

    /** Then the answer has its status, and looks as if it had no body and were whole. */
    @Test
    @Slow
    void answersThatBreakOffInTheirHeadAreAskedForAgain() throws Exception {
        List<String> all = names(local.store());
        long seed = System.nanoTime();
        try (FaultyNetwork network = new FaultyNetwork(local.endpoint(), 5, 0, 300, seed)) {
            while (network.broken() < 12) {
                S3Store store = S3Store.at(network.endpoint(), LocalStore.CREDENTIALS, LocalStore.FIRST_WAIT);
                assertThat(names(store)).as("seed %d", seed).isEqualTo(all);
            }
        }
    }

    private static List<String> names(S3Store store) throws IOException {
        List<String> names = new ArrayList<>();
        S3Store.Listing listing = store.list("data", "some/tree/", 1000);
        for (S3Object found = listing.next(); found != null; found = listing.next()) {
            names.add(found.key());
        }
        return names;
    }

    @Test
    @Slow
    void aStormOf503ChangesNothing() throws Exception {
        long seed = System.nanoTime();
        try (FaultyNetwork network = new FaultyNetwork(local.endpoint(), 1, 3, seed)) {
            S3Store store = S3Store.at(network.endpoint(), LocalStore.CREDENTIALS, LocalStore.FIRST_WAIT);
            ScanResult result = Scans.scan(at(store, "s3://data/some/tree"), CHUNKINGS);
            assertThat(result.errors()).as("seed %d", seed).isEmpty();
            assertThat(Scans.ofData(result, "s3://data/some/tree"))
                    .isEqualTo(Scans.ofData(ofDirectory(), tree.toString()));
            assertThat(network.refused()).isGreaterThanOrEqualTo(8);
            assertThat(result.timing().requestCount()).isGreaterThan(160 + network.refused());
        }
    }

    /** One request for a stripe, and never one for each read. */
    @Test
    @Slow
    void aLongObjectTakesFewRequests() throws Exception {
        byte[] data = random(70 << 20);
        local.put("data", "long", data);
        S3Store store = local.store();
        Path file = Files.write(shared.resolve("long"), data);
        ScanResult objects = Scans.scan(at(store, "s3://data/long"), "4k");
        assertThat(store.requestCount()).isLessThan(12);
        assertThat(Scans.ofData(objects, "s3://data/long"))
                .isEqualTo(Scans.ofData(
                        Scans.scan(new FileTreeSource(List.of(file), WalkOptions.ALL), "4k"), file.toString()));
    }

    private static byte[] random(int length) {
        byte[] data = new byte[length];
        new Random(length).nextBytes(data);
        return data;
    }

    @Test
    void anObjectThatIsReplacedHasChanged() throws Exception {
        local.put("data", "replaced/a", random(3 << 20));
        Unit unit = only(at(local.store(), "s3://data/replaced"));
        try (UnitChannel channel = unit.open()) {
            channel.beforeStripe(0, 1 << 20);
            assertThat(channel.read(0, new byte[1000], 0, 1000)).isPositive();
            local.put("data", "replaced/a", new byte[3 << 20]);
            channel.beforeStripe(1 << 20, 2 << 20);
            assertThatThrownBy(() -> channel.read(1 << 20, new byte[1000], 0, 1000))
                    .hasMessage(S3Failure.CHANGED);
        }
        ScanResult result = Scans.scan(new Replacing(at(local.store(), "s3://data/replaced")), "4k");
        assertThat(result.errors()).singleElement().satisfies(error -> {
            assertThat(error.path()).isEqualTo("s3://data/replaced/a");
            assertThat(error.reason()).isEqualTo(S3Failure.CHANGED);
            assertThat(error.unreadBytes()).isEqualTo(3 << 20);
        });
    }

    /** Replaces the objects once they are listed. */
    private record Replacing(Source source) implements Source {
        @Override
        public List<String> paths() {
            return source.paths();
        }

        @Override
        public void walk(SourceVisitor visitor) throws InterruptedException {
            Found found = new Found();
            source.walk(found);
            local.put("data", "replaced/a", random(3 << 20));
            for (Unit unit : found.units) {
                visitor.unit(unit);
            }
        }
    }

    @Test
    void aStoreWithoutETagsIsAskedForSizeAndTime() throws Exception {
        local.put("data", "untagged", random(1000));
        S3Unit unit = (S3Unit) only(at(local.store(), "s3://data/untagged"));
        S3Unit untagged = new S3Unit(unit.store(), unit.location(), unit.key(), 1000, "", unit.modified());
        assertThat(read(untagged)).isEqualTo(random(1000));
        S3Unit shorter = new S3Unit(unit.store(), unit.location(), unit.key(), 999, "", unit.modified());
        assertThatThrownBy(() -> read(shorter)).hasMessage(S3Failure.CHANGED);
        S3Unit earlier = new S3Unit(
                unit.store(),
                unit.location(),
                unit.key(),
                1000,
                "",
                unit.modified().minusSeconds(9));
        assertThatThrownBy(() -> read(earlier)).hasMessage(S3Failure.CHANGED);
    }

    private static byte[] read(Unit unit) throws IOException {
        byte[] data = new byte[(int) unit.sizeBytes() + 1];
        int done = 0;
        try (UnitChannel channel = unit.open()) {
            for (int got; (got = channel.read(done, data, done, data.length - done)) > 0; ) {
                done += got;
            }
        }
        return Arrays.copyOf(data, done);
    }

    /** As one that has been restored, and as a tier of a store of one's own that has such a name. */
    @Test
    void anObjectOfAnArchiveIsReadIfTheStoreGivesIt() throws Exception {
        local.put("data", "classes/cold", random(5000), StorageClass.GLACIER);
        local.put("data", "classes/warm", random(6000), StorageClass.STANDARD_IA);
        ScanResult result = Scans.scan(at(local.store(), "s3://data/classes/"), "4k");
        assertThat(result.errors()).isEmpty();
        assertThat(result.totals().scannedBytes()).isEqualTo(11_000);
    }

    @Test
    void namesAreKeysInTheirOrder() throws Exception {
        List<String> keys = new ArrayList<>(List.of(
                "names/a b",
                "names/a+b%20c",
                "names/\u00fcber/\u65e5\u672c",
                "names/a\tb",
                "names/a&<b>\"'",
                "names-2/x",
                "names/sub/x.log",
                "names/sub/x.log.1"));
        for (String key : keys) {
            local.put("data", key, key.getBytes(StandardCharsets.UTF_8));
        }
        local.put("data", "names/marker/", new byte[0]);
        keys.remove("names-2/x");
        keys.sort((a, b) ->
                Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8)));

        Found found = new Found();
        at(local.store(), "s3://data/names").walk(found);
        assertThat(found.units.stream().map(unit -> ((S3Unit) unit).key())).isEqualTo(keys);
        assertThat(found.directories).isEqualTo(1);
        for (Unit unit : found.units) {
            assertThat(new String(read(unit), StandardCharsets.UTF_8)).isEqualTo(((S3Unit) unit).key());
        }
        assertThat(found.units.stream().map(Unit::name)).contains("s3://data/names/a\\x09b");

        Found filtered = new Found();
        S3Source.open(
                        local.store(),
                        S3Location.parse("s3://data/names"),
                        new SourceContext(List.of("*.log", "x*"), List.of("*.1", "\u00fcber")))
                .walk(filtered);
        assertThat(filtered.units.stream().map(Unit::name)).containsExactly("s3://data/names/sub/x.log");
    }

    @Test
    void whatIsNotThereIsToldBeforeTheScan() {
        assertThatThrownBy(() -> at(local.store(), "s3://data/nothing"))
                .hasMessage("no object has this name, or a name below it");
        assertThatThrownBy(() -> at(local.store(), "s3://nobody")).hasMessage("there is no such bucket");
        assertThatThrownBy(() -> at(local.store(), "s3:data")).hasMessageContaining("s3://BUCKET/PREFIX");
    }

    @Test
    void siblingsLieAtThePlaceThatIsScanned() throws Exception {
        local.put("data", "vm/top.img", random(10));
        local.put("data", "vm/base/low.img", random(20));
        local.put("data", "secret", random(30));
        S3Source source = at(local.store(), "s3://data/vm");
        Found found = new Found();
        source.walk(found);
        Unit top = found.units.get(1);
        assertThat(top.name()).isEqualTo("s3://data/vm/top.img");
        assertThat(source.siblings(top).open("base/low.img").unit().sizeBytes()).isEqualTo(20);
        assertThat(source.siblings(top).open("./base/../base/low.img").unit().sizeBytes())
                .isEqualTo(20);
        assertThatThrownBy(() -> source.siblings(top).open("../secret")).hasMessageContaining("outside");
        assertThatThrownBy(() -> source.siblings(top).open("/secret")).hasMessageContaining("outside");
        assertThatThrownBy(() -> source.siblings(top).open("gone.img")).hasMessageContaining("no such object");
    }

    private static Unit only(Source source) throws InterruptedException {
        Found found = new Found();
        source.walk(found);
        assertThat(found.units).hasSize(1);
        return found.units.get(0);
    }

    /** What a walk finds. */
    private static final class Found implements SourceVisitor {
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
}
