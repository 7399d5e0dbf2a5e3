package io.compscan.rules;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;

/** Rules of who knows whom inside the map. */
final class MapRules {

    private static final String MAP_FACE = "io.compscan.map";

    /** The map's public face opens its implementations, which know that face. */
    static final DescribedPredicate<JavaClass> OPENER = HasName.Predicates.name("io.compscan.map.Implementations")
            .as("the opener of the implementations")
            .forSubtype();

    private MapRules() {}

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

    private static ArchRule insideMap(String name, String... others) {
        String[] allowed =
                Arrays.stream(others).map(other -> "io.compscan.map." + other).toArray(String[]::new);
        DescribedPredicate<JavaClass> foreignRoom = resideInAPackage("io.compscan.map.*..")
                .and(DescribedPredicate.not(resideInAPackage("io.compscan.map." + name)))
                .and(DescribedPredicate.not(resideInAnyPackage(allowed)))
                .as("another package inside the map");
        return noClasses()
                .that()
                .resideInAPackage("io.compscan.map." + name)
                .should()
                .dependOnClassesThat(foreignRoom);
    }

    @ArchTest
    static final ArchRule noCyclesBetweenTheClassesOfTheMap =
            Packages.noCyclesBetweenClassesOf(MAP_FACE).ignoreDependency(OPENER, resideInAPackage(Packages.MAP));
}
