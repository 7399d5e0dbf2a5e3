package io.compscan.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Bounds on constructors and on circles of classes. Each list of exceptions may shrink and must not grow. */
class CodeRulesTest {

    private static final int MAX_ARGUMENTS = 8;

    /** The face of the map opens what implements it. */
    private static final Set<String> ROOMS_WITH_CYCLES = Set.of("io.compscan.map");

    /** The components of these records are a file format, or the keys of one. */
    private static final Set<String> FORMATS = Set.of(
            "Allocation",
            "CapacityResult",
            "Catalog",
            "Charge",
            "Checkpoint",
            "Compression",
            "Costs",
            "Division",
            "Duplicates",
            "EstimateResult",
            "Evidence",
            "Extents",
            "Footprint",
            "GroundTruth",
            "InlineResult",
            "Layout",
            "Ledger",
            "Account",
            "MemoryResult",
            "Packing",
            "PastScan",
            "Profile",
            "PartLayout",
            "ProfileResult",
            "Sample",
            "ScanResult",
            "ScanSettings",
            "Setting",
            "Share",
            "Summary",
            "Timing",
            "Totals",
            "Year");

    private static final Set<String> LONG_CONSTRUCTORS = Set.of("DatasetSpec", "ScanProgress");

    private static JavaClasses classes;

    @BeforeAll
    static void importClasses() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.compscan");
    }

    @Test
    void noConstructorIsLong() {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : classes) {
            boolean isWritten = !type.isAnonymousClass() && !type.isEnum() && !type.isLocalClass();
            // The compiler adds the outer object to the constructors of an inner class.
            int outer = type.isInnerClass() && !type.getModifiers().contains(JavaModifier.STATIC) ? 1 : 0;
            if (isWritten
                    && type.getConstructors().stream()
                            .anyMatch(constructor ->
                                    constructor.getRawParameterTypes().size() - outer > MAX_ARGUMENTS)) {
                found.add(type.getSimpleName());
            }
        }
        found.removeAll(FORMATS);
        assertThat(LONG_CONSTRUCTORS).containsAll(found);
    }

    @Test
    void noClassesOfARoomDependOnEachOtherInACircle() {
        Map<JavaClass, Set<JavaClass>> uses = new HashMap<>();
        for (JavaClass type : classes) {
            JavaClass user = outermost(type);
            Set<JavaClass> used = uses.computeIfAbsent(user, unused -> new HashSet<>());
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass target = outermost(dependency.getTargetClass());
                if (!target.equals(user) && target.getPackageName().equals(user.getPackageName())) {
                    used.add(target);
                }
            }
        }
        Map<String, Set<String>> circles = new TreeMap<>();
        for (JavaClass type : uses.keySet()) {
            if (reachable(type, uses).contains(type)) {
                circles.computeIfAbsent(type.getPackageName(), unused -> new TreeSet<>())
                        .add(type.getSimpleName());
            }
        }
        assertThat(uses).hasSizeGreaterThan(300);
        circles.keySet().removeAll(ROOMS_WITH_CYCLES);
        assertThat(circles).isEmpty();
    }

    private static Set<JavaClass> reachable(JavaClass from, Map<JavaClass, Set<JavaClass>> uses) {
        Set<JavaClass> reached = new HashSet<>();
        Set<JavaClass> fresh = new HashSet<>(uses.get(from));
        while (!fresh.isEmpty()) {
            reached.addAll(fresh);
            Set<JavaClass> next = new HashSet<>();
            fresh.forEach(type -> next.addAll(uses.getOrDefault(type, Set.of())));
            next.removeAll(reached);
            fresh = next;
        }
        return reached;
    }

    private static JavaClass outermost(JavaClass type) {
        JavaClass outer = type.getBaseComponentType();
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer;
    }
}
