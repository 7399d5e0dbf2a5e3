package io.compscan.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;

/** Rules of who knows whom inside the core. */
final class CoreRules {

    private CoreRules() {}

    @ArchTest
    static final ArchRule resultsAreReadWithoutTheEngine = noClasses()
            .that()
            .resideInAnyPackage(Rooms.RESULT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(Rooms.CORE, Rooms.MAP);

    @ArchTest
    static final ArchRule resultKnowsNothing = knowsOnly("result");

    @ArchTest
    static final ArchRule forecastKnowsNothingButResult = knowsOnly("forecast", "result");

    @ArchTest
    static final ArchRule reportKnowsNothingButResult = knowsOnly("report", "result");

    @ArchTest
    static final ArchRule pageKnowsResultAndItsDocument = knowsOnly("page", "result", "report");

    @ArchTest
    static final ArchRule chunkKnowsNothing = knowsOnly("chunk");

    @ArchTest
    static final ArchRule fingerprintKnowsChunks = knowsOnly("fingerprint", "chunk", "kernel");

    @ArchTest
    static final ArchRule kernelKnowsNothing = knowsOnly("kernel");

    @ArchTest
    static final ArchRule acceleratorKnowsChunks = knowsOnly("accelerator", "chunk");

    @ArchTest
    static final ArchRule compressKnowsNothing = knowsOnly("compress");

    @ArchTest
    static final ArchRule sourceKnowsTheErrorsItReports = knowsOnly("source", "libc", "result");

    @ArchTest
    static final ArchRule libcKnowsNothing = knowsOnly("libc");

    @ArchTest
    static final ArchRule rollingHashesKnowNoChunker = noClasses()
            .that()
            .resideInAPackage("io.compscan.core.chunk.rolling")
            .should()
            .dependOnClassesThat(resideInAPackage(Rooms.CORE)
                    .and(DescribedPredicate.not(resideInAPackage("io.compscan.core.chunk.rolling")))
                    .as("another package of core"));

    /** It keeps rows, whatever they say. */
    @ArchTest
    static final ArchRule spoolKnowsTheResult = knowsOnly("spool", "result");

    /** Reading neither measures nor tallies; listeners do. */
    @ArchTest
    static final ArchRule readKnowsSourcesAndChunkSizes = knowsOnly("read", "source", "chunk", "result", "spool");

    @ArchTest
    static final ArchRule tasksKnowNoReaders = noClasses()
            .that()
            .resideInAPackage("io.compscan.core.read.task")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.compscan.core.read");

    @ArchTest
    static final ArchRule noCyclesBetweenTheClassesOfRead = Rooms.noCyclesBetweenClassesOf("io.compscan.core.read");

    @ArchTest
    static final ArchRule indexKnowsChunksAndTheMap = knowsOnly("index", "chunk");

    @ArchTest
    static final ArchRule generateKnowsCompressorsAndHistograms =
            knowsOnly("generate", "compress", "result").allowEmptyShould(true);

    @ArchTest
    static final ArchRule measureKnowsSlabsFoldsAndIndexes = knowsOnly(
            "measure",
            "accelerator",
            "source",
            "read",
            "fold",
            "calibrate",
            "chunk",
            "compress",
            "fingerprint",
            "index",
            "profile",
            "ledger",
            "result",
            "spool");

    @ArchTest
    static final ArchRule scanLeavesReportsToOthers = knowsOnly(
            "scan",
            "accelerator",
            "source",
            "read",
            "measure",
            "fold",
            "calibrate",
            "chunk",
            "fingerprint",
            "compress",
            "index",
            "ledger",
            "checkpoint",
            "profile",
            "result");

    /** A session is a scan with another reader. */
    @ArchTest
    static final ArchRule sessionDoesWhatAScanDoes = knowsOnly(
            "session", "source", "read", "measure", "fold", "scan", "chunk", "index", "ledger", "checkpoint", "result");

    /** It finds what to measure; who measures is handed in. */
    @ArchTest
    static final ArchRule doctorKnowsSourcesAlone = knowsOnly("doctor", "source", "result");

    /** It watches an ordinary scan, and asks sets. */
    @ArchTest
    static final ArchRule duplicateWatchesScans = knowsOnly(
            "duplicate",
            "source",
            "read",
            "measure",
            "fold",
            "scan",
            "chunk",
            "fingerprint",
            "index",
            "ledger",
            "set",
            "result");

    @ArchTest
    static final ArchRule watchFeedsASession = knowsOnly("watch", "libc", "source", "session");

    /** Its formats know nothing of indexes; {@code TraceImport} puts them together. */
    @ArchTest
    static final ArchRule traceMakesResultsOfRecords =
            knowsOnly("trace", "source", "read", "fold", "scan", "chunk", "index", "result");

    /** It sets scans and sessions up, and does nothing itself. */
    @ArchTest
    static final ArchRule libraryKnowsRequests = knowsOnly(
            "library", "source", "chunk", "compress", "fingerprint", "fold", "profile", "scan", "session", "result");

    @ArchTest
    static final ArchRule profileKnowsWhatCutsAndCompresses = knowsOnly("profile", "chunk", "compress", "result");

    /** It knows chunks by their keys and units by their names. */
    @ArchTest
    static final ArchRule ledgerKnowsTheResult = knowsOnly("ledger", "result");

    /** It knows neither who reads nor who walks. */
    @ArchTest
    static final ArchRule foldKnowsSchemesIndexesAndResults = knowsOnly(
            "fold",
            "calibrate",
            "chunk",
            "compress",
            "estimate",
            "fingerprint",
            "index",
            "profile",
            "ledger",
            "result");

    /** It knows blocks by a number and by their bytes. */
    @ArchTest
    static final ArchRule calibrateKnowsBlocks = knowsOnly("calibrate", "chunk", "compress", "estimate");

    /** It is mathematics. */
    @ArchTest
    static final ArchRule estimateKnowsNothing = knowsOnly("estimate");

    /** A partial read is no scan; it shares what cuts, hashes and compresses. */
    @ArchTest
    static final ArchRule extentKnowsWhatAPartialReadNeeds =
            knowsOnly("extent", "source", "chunk", "compress", "estimate", "fingerprint", "fold", "index", "result");

    /** Sketches are one kind of index, which no other kind knows. */
    @ArchTest
    static final ArchRule indexesKnowNoSketch = noClasses()
            .that()
            .resideInAPackage("io.compscan.core.index")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.compscan.core.index.sketch");

    /** It keeps what others have done; it knows the names of an index's runs and the sums of the fold. */
    @ArchTest
    static final ArchRule checkpointKnowsWhatItKeeps =
            knowsOnly("checkpoint", "source", "read", "index", "fold", "result");

    @ArchTest
    static final ArchRule setPutsScansTogether =
            knowsOnly("set", "estimate", "fold", "index", "fingerprint", "profile", "result", "report");

    /** What is in {@code io.compscan.core} itself, such as sizes in bytes, everybody of the engine may know, and {@code io.compscan.file}. */
    private static ArchRule knowsOnly(String room, String... others) {
        String[] allowed = Arrays.stream(others).map(Rooms::room).toArray(String[]::new);
        DescribedPredicate<JavaClass> foreignRoom = resideInAnyPackage(
                        "io.compscan.core.*..",
                        Rooms.room("result"),
                        Rooms.room("forecast"),
                        Rooms.room("report"),
                        Rooms.room("page"))
                .and(DescribedPredicate.not(resideInAPackage(Rooms.room(room))))
                .and(DescribedPredicate.not(resideInAnyPackage(allowed)))
                .as("another package of core");
        return noClasses()
                .that()
                .resideInAPackage(Rooms.room(room))
                .should()
                .dependOnClassesThat(foreignRoom)
                .as(room + " knows only " + String.join(", ", others));
    }
}
