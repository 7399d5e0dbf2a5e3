package io.compscan.rules;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SliceRule;
import java.util.Arrays;

/** Names of packages, and what may be asked of any of them. */
final class Packages {

    static final String MAP = "io.compscan.map..";
    static final String CORE = "io.compscan.core..";
    static final String CLI = "io.compscan.cli..";
    static final String GPU = "io.compscan.gpu..";

    /** The module that reads results without the engine. */
    static final String[] RESULT = {
        "io.compscan.file..",
        "io.compscan.result..",
        "io.compscan.forecast..",
        "io.compscan.report..",
        "io.compscan.page.."
    };

    private Packages() {}

    /** A package of the core or of the results, and those in it. */
    static String named(String name) {
        String beside = "io.compscan." + name + "..";
        return Arrays.asList(RESULT).contains(beside) ? beside : "io.compscan.core." + name + "..";
    }

    /** No classes below a package depend on each other in a circle; a nested class belongs to the class around it. */
    static SliceRule noCyclesBetweenClassesOf(String packageName) {
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
}
