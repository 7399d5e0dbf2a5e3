package io.compscan.rules;

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
            .resideInAnyPackage(Packages.RESULT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(Packages.CORE, Packages.MAP);

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
            .dependOnClassesThat(resideInAPackage(Packages.CORE)
                    .and(DescribedPredicate.not(resideInAPackage("io.compscan.core.chunk.rolling")))
                    .as("another package of core"));

    /** It keeps rows, whatever they say. */
    @ArchTest
    static final ArchRule spoolKnowsTheResult = knowsOnly("spool", "result");

    /** Reading neither measures nor tallies; listeners do. */
    @ArchTest
    static final ArchRule readKnowsSourcesAndChunkSizes = knowsOnly("scan.read", "source", "chunk", "result", "spool");

    @ArchTest
    static final ArchRule tasksKnowNoReaders = noClasses()
            .that()
            .resideInAPackage("io.compscan.core.scan.read.task")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.compscan.core.scan.read");

    @ArchTest
    static final ArchRule noCyclesBetweenTheClassesOfRead =
            Packages.noCyclesBetweenClassesOf("io.compscan.core.scan.read");

    @ArchTest
    static final ArchRule indexKnowsChunksAndTheMap = knowsOnly("index", "chunk");

    @ArchTest
    static final ArchRule generateKnowsCompressorsAndHistograms =
            knowsOnly("tools.generate", "compress", "result").allowEmptyShould(true);

    @ArchTest
    static final ArchRule measureKnowsSlabsFoldsAndIndexes = knowsOnly(
            "scan.measure",
            "accelerator",
            "source",
            "scan.read",
            "fold",
            "fold.calibrate",
            "chunk",
            "compress",
            "fingerprint",
            "index",
            "profile",
            "fold.ledger",
            "result",
            "spool");

    /** A catalog holds documents. */
    @ArchTest
    static final ArchRule scanLeavesReportsToOthers = knowsOnlyExcept(
            "scan.catalog",
            "scan",
            "accelerator",
            "source",
            "scan.read",
            "scan.measure",
            "fold",
            "fold.calibrate",
            "chunk",
            "fingerprint",
            "compress",
            "index",
            "fold.ledger",
            "scan.checkpoint",
            "scan.catalog",
            "profile",
            "result",
            "spool");

    /** It keeps what slabs were measured to, and counts it again. */
    @ArchTest
    static final ArchRule catalogKnowsWhatItRecords = knowsOnly(
            "scan.catalog",
            "source",
            "scan.read",
            "scan.measure",
            "fold",
            "fold.ledger",
            "profile",
            "fingerprint",
            "chunk",
            "compress",
            "index",
            "scan.checkpoint",
            "report",
            "result");

    /** A session is a scan with another reader. */
    @ArchTest
    static final ArchRule sessionDoesWhatAScanDoes = knowsOnly(
            "write.session",
            "source",
            "scan.read",
            "scan.measure",
            "fold",
            "scan",
            "chunk",
            "index",
            "fold.ledger",
            "scan.checkpoint",
            "result");

    /** It finds what to measure; who measures is handed in. */
    @ArchTest
    static final ArchRule doctorKnowsSourcesAlone = knowsOnly("tools.doctor", "source", "result");

    /** It watches an ordinary scan, and asks sets. */
    @ArchTest
    static final ArchRule duplicateWatchesScans = knowsOnly(
            "tools.duplicate",
            "source",
            "scan.read",
            "scan.measure",
            "fold",
            "scan",
            "chunk",
            "fingerprint",
            "index",
            "fold.ledger",
            "set",
            "result");

    /** It watches an ordinary scan, and compresses chunks against each other. */
    @ArchTest
    static final ArchRule similarityWatchesScans = knowsOnly(
            "tools.similarity",
            "source",
            "scan.measure",
            "fold",
            "profile",
            "chunk",
            "compress",
            "index",
            "statistics",
            "result");

    @ArchTest
    static final ArchRule watchFeedsASession = knowsOnly("write.watch", "libc", "source", "write.session");

    /** Its formats know nothing of indexes; {@code TraceImport} puts them together. */
    @ArchTest
    static final ArchRule traceMakesResultsOfRecords =
            knowsOnly("tools.trace", "source", "scan.read", "fold", "scan", "chunk", "fingerprint", "index", "result");

    /** It sets scans and sessions up, and does nothing itself. */
    @ArchTest
    static final ArchRule libraryKnowsRequests = knowsOnly(
            "library",
            "source",
            "chunk",
            "compress",
            "fingerprint",
            "fold",
            "profile",
            "scan",
            "write.session",
            "result");

    @ArchTest
    static final ArchRule profileKnowsWhatCutsAndCompresses = knowsOnly("profile", "chunk", "compress", "result");

    /** It knows chunks by their keys and units by their names. */
    @ArchTest
    static final ArchRule ledgerKnowsTheResult = knowsOnly("fold.ledger", "result");

    /** It knows neither who reads nor who walks. */
    @ArchTest
    static final ArchRule foldKnowsSchemesIndexesAndResults = knowsOnly(
            "fold",
            "fold.calibrate",
            "chunk",
            "compress",
            "statistics",
            "fingerprint",
            "index",
            "profile",
            "fold.ledger",
            "result");

    /** It knows blocks by a number and by their bytes. */
    @ArchTest
    static final ArchRule calibrateKnowsBlocks = knowsOnly("fold.calibrate", "chunk", "compress", "statistics");

    /** It is mathematics. */
    @ArchTest
    static final ArchRule statisticsKnowNothing = knowsOnly("statistics");

    /** A partial read is no scan; it shares what reads, cuts, hashes and compresses. */
    @ArchTest
    static final ArchRule estimateKnowsWhatAPartialReadNeeds = knowsOnly(
            "estimate",
            "source",
            "chunk",
            "compress",
            "statistics",
            "fingerprint",
            "fold",
            "profile",
            "index",
            "scan.read",
            "scan.measure",
            "result");

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
            knowsOnly("scan.checkpoint", "source", "scan.read", "index", "fold", "result");

    @ArchTest
    static final ArchRule setPutsScansTogether =
            knowsOnly("set", "statistics", "fold", "index", "fingerprint", "profile", "result", "report");

    /** What is in {@code io.compscan.core} itself, such as sizes in bytes, everybody of the engine may know, and {@code io.compscan.file}. */
    private static ArchRule knowsOnly(String name, String... others) {
        return knowsOnlyExcept("none", name, others);
    }

    private static ArchRule knowsOnlyExcept(String exception, String name, String... others) {
        String[] allowed = Arrays.stream(others).map(Packages::named).toArray(String[]::new);
        DescribedPredicate<JavaClass> foreignRoom = resideInAnyPackage(
                        "io.compscan.core.*..",
                        Packages.named("result"),
                        Packages.named("forecast"),
                        Packages.named("report"),
                        Packages.named("page"))
                .and(DescribedPredicate.not(resideInAPackage(Packages.named(name))))
                .and(DescribedPredicate.not(resideInAnyPackage(allowed)))
                .as("another package of core");
        return noClasses()
                .that()
                .resideInAPackage(Packages.named(name))
                .and()
                .resideOutsideOfPackage(Packages.named(exception))
                .should()
                .dependOnClassesThat(foreignRoom)
                .as(name + " knows only " + String.join(", ", others));
    }
}
