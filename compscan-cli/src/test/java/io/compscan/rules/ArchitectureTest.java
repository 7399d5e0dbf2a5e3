package io.compscan.rules;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.compscan.cli.option.CatalogMixin;
import io.compscan.cli.option.ScanOrigin;
import io.compscan.cli.option.ScanOutputMixin;
import io.compscan.core.set.SetMerge;
import java.time.Clock;
import java.time.Instant;

/**
 * Rules of who knows whom among the modules, and of what a library may not do; see ARCHITECTURE.md. The rules inside a module are part of
 * this test, because reading all classes takes longer than checking them.
 */
@AnalyzeClasses(packages = "io.compscan", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchTests insideTheMap = ArchTests.in(MapRules.class);

    @ArchTest
    static final ArchTests insideTheCore = ArchTests.in(CoreRules.class);

    @ArchTest
    static final ArchTests insideMemory = ArchTests.in(MemoryRules.class);

    @ArchTest
    static final ArchTests insideTheCommandLine = ArchTests.in(CliRules.class);

    @ArchTest
    static final ArchRule theMapKnowsNobody = noClasses()
            .that()
            .resideInAPackage(Packages.MAP)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(Packages.CORE, Packages.CLI);

    @ArchTest
    static final ArchRule theMapHasNoLibraries = classes()
            .that()
            .resideInAPackage(Packages.MAP)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(Packages.MAP, "java..", "sun.misc..", "org.jspecify.annotations..");

    @ArchTest
    static final ArchRule theLibraryDoesNotKnowTheCommandLine = noClasses()
            .that()
            .resideInAnyPackage(Packages.CORE)
            .or()
            .resideInAnyPackage(Packages.RESULT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(Packages.CLI, "picocli..", "me.tongfei..");

    @ArchTest
    static final ArchRule onlySomeRoomsKnowTheMap = noClasses()
            .that()
            .resideInAnyPackage(Packages.CORE, Packages.CLI)
            .and()
            .resideOutsideOfPackages(
                    Packages.named("index"),
                    Packages.named("scan"),
                    Packages.named("set"),
                    Packages.named("scan.checkpoint"),
                    Packages.named("estimate"))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(Packages.MAP);

    @ArchTest
    static final ArchRule onlyTheMapTouchesRawMemory = noClasses()
            .that()
            .resideOutsideOfPackage(Packages.MAP)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("sun.misc.Unsafe");

    /** Save for one class: the map's public face opens its implementations, which know that face. */
    @ArchTest
    static final ArchRule noCycles = slices().matching("io.compscan.(**)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(MapRules.OPENER, resideInAPackage(Packages.MAP));

    @ArchTest
    static final ArchRule othersKnowTheFaceOfTheMapAlone = noClasses()
            .that()
            .resideOutsideOfPackages(Packages.MAP, "io.compscan.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.compscan.map.*..");

    /** Views come in modules of their own, so that a plug-in of others can do the same. */
    @ArchTest
    static final ArchRule imagesKnowSources = noClasses()
            .that()
            .resideInAPackage("io.compscan.image..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.compscan..")
                    .and(DescribedPredicate.not(resideInAnyPackage("io.compscan.image..", Packages.named("source"))))
                    .as("anything but sources"));

    @ArchTest
    static final ArchRule nobodyKnowsImages = noClasses()
            .that()
            .resideOutsideOfPackages("io.compscan.image..", "io.compscan.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.compscan.image..");

    /** As views do, so that a plug-in of others can bring devices. */
    @ArchTest
    static final ArchRule gpuKnowsWhatDevicesCompute = noClasses()
            .that()
            .resideInAPackage(Packages.GPU)
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.compscan..")
                    .and(DescribedPredicate.not(
                            resideInAnyPackage(Packages.GPU, Packages.named("accelerator"), Packages.named("chunk"))))
                    .as("anything but chunks and what asks devices"));

    @ArchTest
    static final ArchRule nobodyKnowsGpus = noClasses()
            .that()
            .resideOutsideOfPackages(Packages.GPU, "io.compscan.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(Packages.GPU);

    /** Drivers of devices are libraries of their own, which most machines lack. */
    @ArchTest
    static final ArchRule onlyLibcAndDriversBindNativeCalls = noClasses()
            .that()
            .resideOutsideOfPackages("io.compscan.core.libc", Packages.GPU)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("com.sun.jna.Native");

    /** Clocks jump, so nothing waits for them: the hour is a stamp on what is written, and time is measured by {@link System#nanoTime}. */
    @ArchTest
    static final ArchRule nothingDependsOnTheHour = noClasses()
            .that()
            .haveNameNotMatching(
                    "io.compscan.core.(scan.ScanSession|scan.catalog.Catalog(Plan|Session)|estimate.PartScan|write.session.WriteSession|tools.trace.TraceImport).*")
            .and()
            .doNotBelongToAnyOf(SetMerge.class, ScanOrigin.class, ScanOutputMixin.class, CatalogMixin.class)
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
            .resideInAnyPackage(Packages.CORE, Packages.MAP, Packages.GPU)
            .or()
            .resideInAnyPackage(Packages.RESULT)
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);

    @ArchTest
    static final ArchRule aLibraryHasNoConsole = noClasses()
            .that()
            .resideInAnyPackage(Packages.CORE, Packages.MAP, Packages.GPU)
            .or()
            .resideInAnyPackage(Packages.RESULT)
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace");
}
