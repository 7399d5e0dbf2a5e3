package io.compscan.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Guards what other programs compile against: every public and protected member of the types that {@code docs/how-to/library.md} promises,
 * but the constructors of results, against the list in {@code public-api.txt}.
 *
 * <p>A line that goes or changes breaks those programs, so it waits for the next major version. A line that comes is added to the list:
 * {@code mvn test -pl compscan-cli -am -Dtest=PublicApiTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dtest.jvm.args=-Dcompscan.api.write=true} writes it anew. A tool would compare with a published version, but there is none yet.
 */
class PublicApiTest {

    private static final Path LIST = Path.of("src/test/resources/public-api.txt");

    private static final String RESULTS = "io.compscan.result";

    /** Packages whose public types are all promised: results, and the interfaces of plug-ins. */
    private static final List<String> PACKAGES = List.of(RESULTS, "io.compscan.core.source.view");

    private static final Set<String> TYPES = Set.of(
            "io.compscan.core.scan.checkpoint.CheckpointDirectory",
            "io.compscan.core.compress.Codec",
            "io.compscan.core.compress.Compressor",
            "io.compscan.core.library.Measure",
            "io.compscan.report.ResultJson",
            "io.compscan.core.scan.ScanException",
            "io.compscan.core.scan.ScanOptions",
            "io.compscan.core.scan.ScanOutcome",
            "io.compscan.core.scan.ScanProgress",
            "io.compscan.core.scan.ScanRequest",
            "io.compscan.core.scan.ScanRun",
            "io.compscan.core.write.session.DedupChannel",
            "io.compscan.core.write.session.PositionedChannel",
            "io.compscan.core.write.session.StreamSummary",
            "io.compscan.core.write.session.TooManyStreamsException",
            "io.compscan.core.write.session.WriteRequest",
            "io.compscan.core.write.session.WriteSession",
            "io.compscan.core.set.HostName",
            "io.compscan.core.set.SetWriter",
            "io.compscan.core.source.FileAttribute",
            "io.compscan.core.source.Source",
            "io.compscan.core.source.SourceVisitor",
            "io.compscan.core.source.Unit",
            "io.compscan.core.source.UnitChannel",
            "io.compscan.core.source.UnitVersion");

    private static List<Class<?>> promised = List.of();

    @BeforeAll
    static void importTypes() {
        promised = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.compscan").stream()
                        .filter(PublicApiTest::isPromised)
                        .map(JavaClass::reflect)
                        .sorted((one, other) -> one.getName().compareTo(other.getName()))
                        .collect(Collectors.toList());
    }

    private static boolean isPromised(JavaClass type) {
        JavaClass outer = type;
        while (outer.getEnclosingClass().isPresent()) {
            if (!outer.getModifiers().contains(JavaModifier.PUBLIC)) {
                return false;
            }
            outer = outer.getEnclosingClass().get();
        }
        JavaClass outermost = outer;
        boolean isNamed = TYPES.contains(outermost.getName())
                || PACKAGES.stream()
                        .anyMatch(name -> outermost.getPackageName().equals(name)
                                || outermost.getPackageName().startsWith(name + "."));
        return isNamed && outermost.getModifiers().contains(JavaModifier.PUBLIC) && !type.isAnonymousClass();
    }

    @Test
    void whatOthersCompileAgainstStays() throws IOException {
        List<String> found = signatures();
        if (Boolean.getBoolean("compscan.api.write")) {
            Files.write(LIST, found);
        }
        List<String> known = Files.readAllLines(LIST);
        assertThat(known.stream().filter(line -> !found.contains(line)))
                .as("gone from the public API: this waits for the next major version")
                .isEmpty();
        assertThat(found.stream().filter(line -> !known.contains(line)))
                .as("new in the public API: add it to " + LIST)
                .isEmpty();
        assertThat(found).isEqualTo(known);
    }

    @Test
    void theExamplesUseNothingElse() throws IOException {
        Set<String> names = promised.stream().map(Class::getName).collect(Collectors.toCollection(TreeSet::new));
        assertThat(names).containsAll(TYPES);
        String examples = Files.readString(Path.of("src/test/java/io/compscan/cli/LibraryExamplesTest.java"));
        Matcher imports = Pattern.compile("import (io\\.compscan\\.[a-z.]+\\.[A-Z]\\w*)((?:\\.[A-Z]\\w*)*);")
                .matcher(examples);
        int count = 0;
        while (imports.find()) {
            assertThat(names).contains(imports.group(1));
            count++;
        }
        assertThat(count).isGreaterThan(8);
    }

    private static List<String> signatures() {
        List<String> lines = new ArrayList<>();
        for (Class<?> type : promised) {
            lines.add(header(type));
            List<String> members = new ArrayList<>();
            Stream.<Member[]>of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
                    .flatMap(Arrays::stream)
                    .filter(PublicApiTest::isVisible)
                    .filter(member -> !isConstructorOfAResult(type, member))
                    .forEach(member -> members.add("  "
                            + text(member).replace(type.getName() + ".", "").replace("java.lang.", "")));
            members.sort(String::compareTo);
            lines.addAll(members);
        }
        return lines;
    }

    /** Programs read results and make none: a new component, as a new field of the JSON is, breaks nobody. */
    private static boolean isConstructorOfAResult(Class<?> type, Member member) {
        return member instanceof Constructor
                && type.isRecord()
                && type.getName().startsWith(RESULTS + ".");
    }

    /** Methods of every object say nothing. */
    private static boolean isVisible(Member member) {
        int modifiers = member.getModifiers();
        boolean isOfObject = Set.of("equals", "hashCode", "toString").contains(member.getName());
        return !member.isSynthetic()
                && !isOfObject
                && (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers));
    }

    private static String header(Class<?> type) {
        String kind = type.isRecord()
                ? "record"
                : type.isEnum()
                        ? "enum"
                        : type.isInterface()
                                ? "interface"
                                : Modifier.isAbstract(type.getModifiers()) ? "abstract class" : "class";
        String supertypes = Stream.concat(
                        Stream.ofNullable(type.getGenericSuperclass()), Stream.of(type.getGenericInterfaces()))
                .map(supertype -> supertype.getTypeName())
                .filter(name -> !name.startsWith("java.lang."))
                .sorted()
                .collect(Collectors.joining(", "));
        return kind + " " + type.getName() + (supertypes.isEmpty() ? "" : " : " + supertypes);
    }

    private static String text(Member member) {
        if (member instanceof Field field) {
            return field.toGenericString();
        }
        return member instanceof Method method ? method.toGenericString() : ((Constructor<?>) member).toGenericString();
    }

    /** The list is text that people read in a comparison. */
    @Test
    void theListIsPlainText() throws IOException {
        assertThat(Files.readString(LIST, StandardCharsets.US_ASCII))
                .endsWith("\n")
                .doesNotContain("\r", "\t");
    }
}
