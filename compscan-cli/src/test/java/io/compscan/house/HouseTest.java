package io.compscan.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Bounds on the size and shape of rooms. Each list of exceptions may shrink and must not grow. */
class HouseTest {

    private static final int MAX_FILE_LINES = 350;
    private static final int MAX_ROOM_FILES = 25;
    private static final int MAX_ARGUMENTS = 8;

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Set<String> LONG_FILES = Set.of();

    /** Programs behind the figures in the docs, which do not know each other. */
    private static final Set<String> LARGE_ROOMS = Set.of("benchmarks: io.compscan.bench");

    /** The face of the map opens what implements it. */
    private static final Set<String> ROOMS_WITH_CYCLES = Set.of("io.compscan.map");

    /** The components of these records are a file format, or the keys of one. */
    private static final Set<String> FORMATS = Set.of(
            "Allocation",
            "CapacityResult",
            "Charge",
            "Checkpoint",
            "Compression",
            "Costs",
            "Division",
            "Duplicates",
            "EstimateResult",
            "Extents",
            "Footprint",
            "GroundTruth",
            "InlineResult",
            "Layout",
            "Ledger",
            "Account",
            "MemoryResult",
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
    void noFileIsLong() throws IOException {
        Set<String> found = new TreeSet<>();
        for (Path file : sources()) {
            try (Stream<String> lines = Files.lines(file)) {
                if (lines.count() > MAX_FILE_LINES) {
                    found.add(file.getFileName().toString());
                }
            }
        }
        assertThat(LONG_FILES).containsAll(found);
    }

    @Test
    void noRoomIsLarge() throws IOException {
        Map<String, Integer> files = new TreeMap<>();
        for (Path file : sources()) {
            String room = ROOT.relativize(file.getParent()).toString().replaceFirst("/src/main/java/", ": ");
            room = room.replace('/', '.');
            files.merge(room, 1, Integer::sum);
        }
        assertThat(files).containsKeys("compscan-core: io.compscan.core.chunk", "compscan-cli: io.compscan.cli.option");
        files.values().removeIf(count -> count <= MAX_ROOM_FILES);
        assertThat(LARGE_ROOMS).containsAll(files.keySet());
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

    private static Set<Path> sources() throws IOException {
        Set<Path> files = new TreeSet<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) {
                Path main = module.resolve("src/main/java");
                if (Files.isDirectory(main)) {
                    try (Stream<Path> tree = Files.walk(main)) {
                        tree.filter(path -> path.toString().endsWith(".java")).forEach(files::add);
                    }
                }
            }
        }
        assertThat(files).hasSizeGreaterThan(300);
        return files;
    }
}
