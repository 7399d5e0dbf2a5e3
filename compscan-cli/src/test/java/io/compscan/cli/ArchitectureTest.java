package io.compscan.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SliceRule;
import io.compscan.core.set.SetMerge;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;

/** Who may know whom; see ARCHITECTURE.md. */
@AnalyzeClasses(packages = "io.compscan", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String MAP = "io.compscan.map..";
    private static final String CORE = "io.compscan.core..";
    private static final String CLI = "io.compscan.cli..";

    @ArchTest
    static final ArchRule theMapKnowsNobody = noClasses()
            .that()
            .resideInAPackage(MAP)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CORE, CLI);

    @ArchTest
    static final ArchRule theMapHasNoLibraries = classes()
            .that()
            .resideInAPackage(MAP)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(MAP, "java..", "sun.misc..", "org.jspecify.annotations..");

    @ArchTest
    static final ArchRule coreDoesNotKnowTheCommandLine = noClasses()
            .that()
            .resideInAPackage(CORE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CLI, "picocli..", "me.tongfei..");

    @ArchTest
    static final ArchRule onlySomeRoomsKnowTheMap = noClasses()
            .that()
            .resideInAnyPackage(CORE, CLI)
            .and()
            .resideOutsideOfPackages(room("index"), room("scan"), room("set"), room("checkpoint"), room("extent"))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(MAP);

    @ArchTest
    static final ArchRule onlyTheMapTouchesRawMemory = noClasses()
            .that()
            .resideOutsideOfPackage(MAP)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("sun.misc.Unsafe");

    /** Save for one class: the map's public face opens its implementations, which know that face. */
    @ArchTest
    static final ArchRule noCycles = slices().matching("io.compscan.(**)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(
                    HasName.Predicates.name("io.compscan.map.Implementations")
                            .as("the opener of the implementations")
                            .forSubtype(),
                    resideInAPackage(MAP));

    @ArchTest
    static final ArchRule othersKnowTheFaceOfTheMapAlone = noClasses()
            .that()
            .resideOutsideOfPackages(MAP, "io.compscan.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.compscan.map.*..");

    // ------------------------------------------------------------------------------------- inside the map: begin

    private static final String MAP_FACE = "io.compscan.map";
    private static final DescribedPredicate<JavaClass> OPENER = HasName.Predicates.name(
                    "io.compscan.map.Implementations")
            .as("the opener of the implementations")
            .forSubtype();

    @ArchTest
    static final ArchRule onlyTheOpenerOfTheMapKnowsItsImplementations = noClasses()
            .that()
            .resideInAPackage(MAP_FACE)
            .and(DescribedPredicate.not(OPENER))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.compscan.map.*..");

    @ArchTest
    static final ArchRule rawMemoryKnowsBudgetsAlone = insideMap("memory");

    @ArchTest
    static final ArchRule triesKnowMemory = insideMap("trie", "memory");

    @ArchTest
    static final ArchRule runsKnowNoTries = insideMap("run");

    @ArchTest
    static final ArchRule spillingKnowsTriesAndRuns = insideMap("spill", "memory", "trie", "run");

    private static ArchRule insideMap(String room, String... others) {
        String[] allowed =
                Arrays.stream(others).map(name -> "io.compscan.map." + name).toArray(String[]::new);
        DescribedPredicate<JavaClass> foreignRoom = resideInAPackage("io.compscan.map.*..")
                .and(DescribedPredicate.not(resideInAPackage("io.compscan.map." + room)))
                .and(DescribedPredicate.not(resideInAnyPackage(allowed)))
                .as("another package inside the map");
        return noClasses()
                .that()
                .resideInAPackage("io.compscan.map." + room)
                .should()
                .dependOnClassesThat(foreignRoom);
    }

    @ArchTest
    static final ArchRule noCyclesBetweenTheClassesOfTheMap =
            noCyclesBetweenClassesOf(MAP_FACE).ignoreDependency(OPENER, resideInAPackage(MAP));

    // --------------------------------------------------------------------------------------- inside the map: end

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
    static final ArchRule acceleratorKnowsChunks = knowsOnly("accelerator", "chunk", "libc");

    @ArchTest
    static final ArchRule compressKnowsNothing = knowsOnly("compress");

    @ArchTest
    static final ArchRule sourceKnowsTheErrorsItReports = knowsOnly("source", "libc", "result");

    /** Views come in modules of their own, so that a plug-in of others can do what they do. */
    @ArchTest
    static final ArchRule imagesKnowSources = noClasses()
            .that()
            .resideInAPackage("io.compscan.image..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.compscan..")
                    .and(DescribedPredicate.not(resideInAnyPackage("io.compscan.image..", room("source"))))
                    .as("anything but sources"));

    @ArchTest
    static final ArchRule nobodyKnowsImages = noClasses()
            .that()
            .resideOutsideOfPackages("io.compscan.image..", "io.compscan.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.compscan.image..");

    private static final String MEMORY = "io.compscan.memory";

    /** Pages are units like others: who finds them knows nothing of how they are measured. */
    @ArchTest
    static final ArchRule memoryKnowsSourcesAndResults = noClasses()
            .that()
            .resideInAPackage(MEMORY + "..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.compscan..")
                    .and(DescribedPredicate.not(
                            resideInAnyPackage(MEMORY + "..", room("source"), room("result"), room("libc"))))
                    .as("anything but sources, results and the C library"));

    @ArchTest
    static final ArchRule dumpsKnowPagesAlone = insideMemory("dump", "process", "tally");

    @ArchTest
    static final ArchRule processesKnowPagesAlone = insideMemory("process", "dump", "tally");

    @ArchTest
    static final ArchRule talliesKnowPagesAlone = insideMemory("tally", "process", "dump");

    @ArchTest
    static final ArchRule pagesKnowNothingOfMemory = insideMemory("page", "process", "dump", "tally");

    private static ArchRule insideMemory(String room, String... others) {
        return noClasses()
                .that()
                .resideInAPackage(MEMORY + "." + room)
                .should()
                .dependOnClassesThat(resideInAnyPackage(Arrays.stream(others)
                                .map(name -> MEMORY + "." + name)
                                .toArray(String[]::new))
                        .or(resideInAPackage(MEMORY)));
    }

    @ArchTest
    static final ArchRule onlyTheCommandLineKnowsTheFaceOfMemory = noClasses()
            .that()
            .resideOutsideOfPackages(MEMORY + "..", CLI, "io.compscan.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(MEMORY + "..");

    @ArchTest
    static final ArchRule othersKnowTheFaceOfMemoryAlone = noClasses()
            .that()
            .resideOutsideOfPackages(MEMORY + "..", "io.compscan.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(MEMORY + ".*..");

    @ArchTest
    static final ArchRule libcKnowsNothing = knowsOnly("libc");

    /** Drivers of devices are libraries of their own, which most machines lack. */
    @ArchTest
    static final ArchRule onlyLibcAndDriversBindNativeCalls = noClasses()
            .that()
            .resideOutsideOfPackages("io.compscan.core.libc", "io.compscan.core.accelerator")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("com.sun.jna.Native");

    @ArchTest
    static final ArchRule rollingHashesKnowNoChunker = noClasses()
            .that()
            .resideInAPackage("io.compscan.core.chunk.rolling")
            .should()
            .dependOnClassesThat(resideInAPackage(CORE)
                    .and(DescribedPredicate.not(resideInAPackage("io.compscan.core.chunk.rolling")))
                    .as("another package of core"));

    /** Reading neither measures nor tallies; listeners do. */
    @ArchTest
    static final ArchRule readKnowsSourcesAndChunkSizes = knowsOnly("read", "source", "chunk", "result");

    @ArchTest
    static final ArchRule tasksKnowNoReaders = noClasses()
            .that()
            .resideInAPackage("io.compscan.core.read.task")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.compscan.core.read");

    @ArchTest
    static final ArchRule noCyclesBetweenTheClassesOfRead = noCyclesBetweenClassesOf("io.compscan.core.read");

    /** A nested class belongs to the class around it. */
    private static SliceRule noCyclesBetweenClassesOf(String packageName) {
        SliceAssignment byClass = new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                boolean isInside = type.getPackageName().equals(packageName)
                        || type.getPackageName().startsWith(packageName + ".");
                String name = type.getName();
                int nested = name.indexOf('$');
                return isInside
                        ? SliceIdentifier.of(nested < 0 ? name : name.substring(0, nested))
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "the classes of " + packageName;
            }
        };
        return slices().assignedFrom(byClass).should().beFreeOfCycles();
    }

    @ArchTest
    static final ArchRule indexKnowsChunksAndTheMap = knowsOnly("index", "chunk");

    @ArchTest
    static final ArchRule generateKnowsCompressorsAndHistograms =
            knowsOnly("generate", "compress", "result").allowEmptyShould(true);

    @ArchTest
    static final ArchRule readKnowsSourcesAndErrors = knowsOnly("read", "source", "chunk", "result");

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
            "result");

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
    static final ArchRule profileKnowsWhatCutsAndCompresses = knowsOnly("profile", "chunk", "compress");

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

    /** What is in {@code io.compscan.core} itself, such as sizes in bytes, everybody may know. */
    private static ArchRule knowsOnly(String room, String... others) {
        String[] allowed = Arrays.stream(others).map(ArchitectureTest::room).toArray(String[]::new);
        DescribedPredicate<JavaClass> foreignRoom = resideInAPackage("io.compscan.core.*..")
                .and(DescribedPredicate.not(resideInAPackage(room(room))))
                .and(DescribedPredicate.not(resideInAnyPackage(allowed)))
                .as("another package of core");
        return noClasses()
                .that()
                .resideInAPackage(room(room))
                .should()
                .dependOnClassesThat(foreignRoom)
                .as(room + " knows only " + String.join(", ", others));
    }

    private static String room(String name) {
        return "io.compscan.core." + name + "..";
    }

    /** Clocks jump, so nothing waits for them: the hour is a stamp on what is written, and time is measured by {@link System#nanoTime}. */
    @ArchTest
    static final ArchRule nothingDependsOnTheHour = noClasses()
            .that()
            .haveNameNotMatching("io.compscan.core.(scan.ScanSession|session.WriteSession|trace.TraceImport).*")
            .and()
            .doNotBelongToAnyOf(SetMerge.class, ScanOrigin.class, ScanOutputMixin.class)
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);

    @ArchTest
    static final ArchRule aLibraryDoesNotExit = noClasses()
            .that()
            .resideInAnyPackage(CORE, MAP)
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);

    @ArchTest
    static final ArchRule aLibraryHasNoConsole = noClasses()
            .that()
            .resideInAnyPackage(CORE, MAP)
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace");
}
