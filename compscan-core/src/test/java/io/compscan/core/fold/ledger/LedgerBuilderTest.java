package io.compscan.core.fold.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.result.Ledger;
import io.compscan.result.Ledger.Charge;
import io.compscan.result.TypeTotals;
import java.util.List;
import net.jqwik.api.Example;

/** Small ledgers worked out by hand. */
class LedgerBuilderTest {

    private static final int CHUNK = 4096;
    private static final long A = 1;
    private static final long B = -2;
    private static final long C = 3;

    private static LedgerRecorder recorder() {
        LedgerRecorder recorder = new LedgerRecorder(List.of("data"), "/", LedgerLimits.DEFAULT);
        read(recorder, "data/x/f", A, B);
        read(recorder, "data/x/g", A);
        read(recorder, "data/y/h", A, C);
        return recorder;
    }

    private static void read(LedgerRecorder recorder, String name, long... chunks) {
        String extension = name.endsWith(".vmdk") ? "vmdk" : "";
        Account account = recorder.open(name, extension, extension);
        account.addFile();
        for (long chunk : chunks) {
            account.addScanned(CHUNK);
            recorder.add(chunk, account);
        }
    }

    private static Ledger ledger(LedgerBuilder posting, long physicalBytes, long lastKnownKey, double relativeError) {
        return posting.ledger(
                new StoredTotals("fixed:4096", "lz4", 5 * CHUNK, 3 * CHUNK, physicalBytes, lastKnownKey, relativeError),
                List.of(new TypeTotals("", 3, 5 * CHUNK, List.of(0L))),
                0);
    }

    /** The example of docs/reference/definitions.md. */
    @Example
    void theWorkedExample() {
        LedgerBuilder posting = recorder().post();
        posting.visit(A, CHUNK, 1500);
        posting.visit(B, CHUNK, 4096);
        posting.visit(C, CHUNK, 1000);
        posting.visit(4711, CHUNK, 4000);
        Ledger ledger = ledger(posting, 6596, -1L, 0);
        assertThat(ledger.directories())
                .containsExactly(
                        new Ledger.Directory(-1, new Charge("data", 3, 5 * CHUNK, 6596, 0, 6596, 0)),
                        new Ledger.Directory(0, new Charge("x", 2, 3 * CHUNK, 5096, 0, 4096, 0)),
                        new Ledger.Directory(0, new Charge("y", 1, 2 * CHUNK, 1500, 0, 1000, 0)));
        assertThat(ledger.types()).containsExactly(new Charge("", 3, 5 * CHUNK, 6596, 0, 6596, 0));
        assertThat(ledger.machines()).isEmpty();
        assertThat(ledger.overlap().directories()).containsExactly(1, 2);
        assertThat(ledger.overlap().sharedBytes()).containsExactly(List.of(5596L, 1500L), List.of(1500L, 2500L));
        assertThat(ledger.directoryDepth()).isEqualTo(1);
    }

    /**
     * The sum may be known, and not the error in the sizes of one kind of chunks. The larger a group's share of the whole, the smaller its
     * error.
     */
    @Example
    void theFactorOfAGroupIsUnknown() {
        LedgerBuilder posting = recorder().post();
        posting.visit(A, CHUNK, 1500);
        posting.visit(B, CHUNK, 4096);
        posting.visit(C, CHUNK, 1000);
        Ledger ledger = posting.ledger(
                new StoredTotals("fixed:4096", "deflate:9/1k", 5 * CHUNK, 3 * CHUNK, 6596, -1L, 0, 0.2),
                List.of(new TypeTotals("", 3, 5 * CHUNK, List.of(0L))),
                0);
        assertThat(ledger.directories())
                .extracting(directory -> directory.charge().attributedErrorBytes())
                .containsExactly(0L, (long) Math.ceil(0.2 * Math.sqrt(1500 * 5096.0)), 300L);
    }

    /** A file of {@code b} is no file of {@code a}, whatever way leads to it; a name may begin with two dots. */
    @Example
    void aPathThatLeadsOutOfADirectoryDoesNotLieInIt() {
        LedgerRecorder recorder = new LedgerRecorder(List.of("a", "a/../b"), "/", LedgerLimits.DEFAULT);
        read(recorder, "a/..x/f", A);
        read(recorder, "a/../b/g", B);
        LedgerBuilder posting = recorder.post();
        posting.visit(A, CHUNK, 1500);
        posting.visit(B, CHUNK, 4096);
        assertThat(ledger(posting, 5596, -1L, 0).directories())
                .extracting(directory -> directory.parent() + " "
                        + directory.charge().name() + " " + directory.charge().attributedBytes())
                .containsExactlyInAnyOrder("-1 a 1500", "-1 a/../b 4096", "0 ..x 1500");
    }

    @Example
    void whatWasNotCompressedCountsAtTheRatio() {
        LedgerBuilder posting = recorder().post();
        posting.visit(A, CHUNK, 2048);
        posting.visit(B, CHUNK, 0);
        posting.visit(C, CHUNK, 4096);
        // Up to key 2 every chunk was compressed; C was by chance, and does not count.
        Ledger ledger = ledger(posting, 3 * CHUNK / 2, 2, 0.25);
        assertThat(ledger.directories())
                .extracting(directory -> directory.charge().attributedBytes())
                .containsExactly(6144L, 2048L * 2 / 3 + 1 + 2048 - 1, 2048L / 3 + 1 + 2048);
        // The error of the estimate itself, as far as the sizes of the chunks allow.
        assertThat(ledger.directories().get(1).charge().attributedErrorBytes()).isEqualTo(854);
    }

    /** A group that is everything is as uncertain as everything. */
    @Example
    void theIntervalOfTheWholeIsThatOfItsEstimate() {
        LedgerBuilder posting = recorder().post();
        posting.visit(A, CHUNK, 1500);
        posting.visit(B, CHUNK, 4096);
        posting.visit(C, CHUNK, 1000);
        Charge whole = new Charge("data", 3, 5 * CHUNK, 6596, 660, 6596, 660);
        Ledger ledger = ledger(posting, 6596, -1L, 0.1);
        assertThat(ledger.directories().get(0).charge()).isEqualTo(whole);
        assertThat(ledger.types()).containsExactly(new Charge("", 3, 5 * CHUNK, 6596, 660, 6596, 660));
    }

    @Example
    void aSampleOfNothingGoesByTheBytesRead() {
        LedgerRecorder recorder = new LedgerRecorder(List.of("data"), "/", new LedgerLimits(1, 100));
        read(recorder, "data/x/f", -1, -2, -3);
        read(recorder, "data/y/f", -4);
        LedgerBuilder posting = recorder.post();
        Ledger ledger = posting.ledger(
                new StoredTotals("fixed:4096", "none", 4 * CHUNK, 4 * CHUNK, 4 * CHUNK, -1L, 0), List.of(), 0);
        assertThat(ledger.sampledChunkCount()).isZero();
        assertThat(ledger.directories())
                .extracting(directory -> directory.charge().attributedBytes())
                .containsExactly(4L * CHUNK, 3L * CHUNK, (long) CHUNK);
        // Four chunks for four references: nobody can have shared anything.
        assertThat(ledger.directories().get(1).charge().attributedErrorBytes()).isZero();
    }

    /** Without a sample each type and machine has its bytes that are not zero, and the files of no machine have the rest. */
    @Example
    void typesAndMachinesGoByTheirBytesThatAreNotZero() {
        LedgerRecorder recorder = new LedgerRecorder(List.of("/"), "/", new LedgerLimits(1, 100));
        read(recorder, "/vm/web/web.vmdk", -1, -2);
        read(recorder, "/vm/db/db_1.vmdk", -3);
        Account zeros = recorder.open("/vm/db/db_1.vmdk", "vmdk", "vmdk");
        zeros.addScanned(CHUNK);
        zeros.addZeros(CHUNK);
        read(recorder, "/x", -4);
        Ledger ledger = recorder.post()
                .ledger(
                        new StoredTotals("fixed:4096", "none", 4 * CHUNK, 4 * CHUNK, 4 * CHUNK, -1L, 0),
                        List.of(
                                new TypeTotals("", 1, CHUNK, List.of(0L)),
                                new TypeTotals("vmdk", 2, 4 * CHUNK, List.of((long) CHUNK))),
                        0);
        assertThat(ledger.types()).extracting(Charge::attributedBytes).containsExactly((long) CHUNK, 3L * CHUNK);
        assertThat(ledger.machines())
                .containsExactly(
                        new Charge("/vm/db", 1, 2 * CHUNK, CHUNK, 0, CHUNK, 0),
                        new Charge("/vm/web", 1, 2 * CHUNK, 2 * CHUNK, 0, 2 * CHUNK, 0));
    }

    @Example
    void whatIsSavedIsTakenOverWhole() {
        LedgerRecorder again = new LedgerRecorder(List.of("data"), "/", LedgerLimits.DEFAULT);
        again.restore(recorder().save());
        LedgerBuilder posting = again.post();
        posting.visit(A, CHUNK, 1500);
        posting.visit(B, CHUNK, 4096);
        posting.visit(C, CHUNK, 1000);
        assertThat(ledger(posting, 6596, -1L, 0).directories().get(1).charge())
                .isEqualTo(new Charge("x", 2, 3 * CHUNK, 5096, 0, 4096, 0));
    }

    @Example
    void whatWasNotSavedIsRefused() {
        String saved = recorder().save();
        for (String damaged : List.of("", "not Base64!", "AAAA", saved.substring(0, saved.length() / 8 * 4))) {
            assertThatThrownBy(() -> new LedgerRecorder(List.of("data"), "/", LedgerLimits.DEFAULT).restore(damaged))
                    .as(damaged)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Example
    void namesTellMachinesAndPaths() {
        LedgerRecorder recorder =
                new LedgerRecorder(List.of("/", "disk.qcow2", "-", "/dev/sdb"), "/", LedgerLimits.DEFAULT);
        read(recorder, "/vm/web/web.vmdk", 1);
        read(recorder, "/vm/web/web_1.vmdk", 2);
        read(recorder, "/c\\xE9.img", 3);
        read(recorder, "disk.qcow2", 4);
        read(recorder, "-", 5);
        read(recorder, "/dev/sdb", 6);
        assertThat(recorder.open("/vm/web/web-000001-delta.vmdk", "vmdk", "vmdk")
                        .machine())
                .isNotNull()
                .extracting(Machine::name)
                .isEqualTo("/vm/web");
        assertThat(recorder.open("/c\\xE9.img", "img", "img").machine())
                .isNotNull()
                .extracting(Machine::name)
                .isEqualTo("/c\\xE9.img");
        LedgerBuilder posting = recorder.post();
        Ledger ledger = posting.ledger(
                new StoredTotals("fixed:4096", "none", 6 * CHUNK, 6 * CHUNK, 6 * CHUNK, -1L, 0), List.of(), 0);
        assertThat(ledger.paths()).containsExactly("/", "disk.qcow2", "-", "/dev", "/vm", "/vm/web");
    }
}
