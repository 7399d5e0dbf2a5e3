package io.compscan.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of the command line know each other one way: commands, options, files, terminal. */
final class CliRules {

    private static final String COMMANDS = "io.compscan.cli";
    private static final String OPTIONS = "io.compscan.cli.option";
    private static final String FILES = "io.compscan.cli.file";
    private static final String TERMINAL = "io.compscan.cli.terminal";

    @ArchTest
    static final ArchRule optionsDoNotKnowCommands = doNotKnow(OPTIONS, COMMANDS);

    @ArchTest
    static final ArchRule filesDoNotKnowOptions = doNotKnow(FILES, COMMANDS, OPTIONS);

    @ArchTest
    static final ArchRule theTerminalKnowsNoneOfThem = doNotKnow(TERMINAL, COMMANDS, OPTIONS, FILES);

    private CliRules() {}

    private static ArchRule doNotKnow(String name, String... others) {
        return noClasses()
                .that()
                .resideInAPackage(name)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others);
    }
}
