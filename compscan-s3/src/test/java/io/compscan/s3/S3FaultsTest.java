package io.compscan.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.ScanResult;
import io.compscan.testing.ShortProperties;
import io.compscan.testing.Slow;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** Objects where the network breaks, the store refuses, or something is replaced meanwhile. */
@Timeout(120)
class S3FaultsTest extends StoreFixture {

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
            while (network.broken() < (ShortProperties.areShort() ? 2 : 6)) {
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
            while (network.broken() < (ShortProperties.areShort() ? 4 : 12)) {
                S3Store store = S3Store.at(network.endpoint(), LocalStore.CREDENTIALS, LocalStore.FIRST_WAIT);
                assertThat(names(store)).as("seed %d", seed).isEqualTo(all);
            }
        }
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

    /** As one that has been restored, and as a tier of a store of one's own that has such a name. */
    @Test
    void anObjectOfAnArchiveIsReadIfTheStoreGivesIt() throws Exception {
        local.put("data", "classes/cold", random(5000), StorageClass.GLACIER);
        local.put("data", "classes/warm", random(6000), StorageClass.STANDARD_IA);
        ScanResult result = Scans.scan(at(local.store(), "s3://data/classes/"), "4k");
        assertThat(result.errors()).isEmpty();
        assertThat(result.totals().scannedBytes()).isEqualTo(11_000);
    }
}
