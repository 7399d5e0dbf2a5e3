package io.compscan.rules;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;

/** Rules of who knows whom inside the memory of processes, and of who knows that package. */
final class MemoryRules {

    private static final String MEMORY = "io.compscan.memory";

    private MemoryRules() {}

    /** Pages are units like others: who finds them knows nothing of how they are measured. */
    @ArchTest
    static final ArchRule memoryKnowsSourcesAndResults = noClasses()
            .that()
            .resideInAPackage(MEMORY + "..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.compscan..")
                    .and(DescribedPredicate.not(resideInAnyPackage(
                            MEMORY + "..", Packages.named("source"), Packages.named("result"), Packages.named("libc"))))
                    .as("anything but sources, results and the C library"));

    @ArchTest
    static final ArchRule dumpsKnowPagesAlone = insideMemory("dump", "process", "tally");

    @ArchTest
    static final ArchRule processesKnowPagesAlone = insideMemory("process", "dump", "tally");

    @ArchTest
    static final ArchRule talliesKnowPagesAlone = insideMemory("tally", "process", "dump");

    @ArchTest
    static final ArchRule pagesKnowNothingOfMemory = insideMemory("page", "process", "dump", "tally");

    private static ArchRule insideMemory(String name, String... others) {
        return noClasses()
                .that()
                .resideInAPackage(MEMORY + "." + name)
                .should()
                .dependOnClassesThat(resideInAnyPackage(Arrays.stream(others)
                                .map(other -> MEMORY + "." + other)
                                .toArray(String[]::new))
                        .or(resideInAPackage(MEMORY)));
    }

    @ArchTest
    static final ArchRule onlyTheCommandLineKnowsTheFaceOfMemory = noClasses()
            .that()
            .resideOutsideOfPackages(MEMORY + "..", Packages.CLI, "io.compscan.bench..")
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
}
