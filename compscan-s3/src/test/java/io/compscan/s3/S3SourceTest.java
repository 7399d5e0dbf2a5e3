package io.compscan.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.estimate.ExtentRequest;
import io.compscan.core.estimate.ExtentScan;
import io.compscan.core.estimate.PassPlan;
import io.compscan.core.fold.Schemes;
import io.compscan.core.library.Measure;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Source;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitPlace;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.source.view.SourceContext;
import io.compscan.result.EstimateResult;
import io.compscan.result.ScanResult;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objects of a store are files under other names. */
@Timeout(120)
class S3SourceTest extends StoreFixture {

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
}
