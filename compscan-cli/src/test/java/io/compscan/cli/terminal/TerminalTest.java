package io.compscan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.report.console.Screen;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Environment variables and what is known of the terminal decide how a report is printed. */
class TerminalTest {

    private static Screen on(boolean isTerminal, int columns, String... environment) {
        Map<String, String> variables = environment.length == 0
                ? Map.of()
                : environment.length == 2
                        ? Map.of(environment[0], environment[1])
                        : Map.of(environment[0], environment[1], environment[2], environment[3]);
        return Terminal.screen(variables, isTerminal, () -> columns, false);
    }

    @Test
    void theWidthIsThatOfTheTerminalOrOfColumns() {
        assertThat(on(true, 132).columns()).isEqualTo(132);
        assertThat(on(true, 132, "COLUMNS", "80").columns()).isEqualTo(80);
        assertThat(on(true, 132, "COLUMNS", "wide").columns()).isEqualTo(132);
        assertThat(on(true, 20).columns()).isEqualTo(Screen.LEAST_COLUMNS);
        assertThat(on(false, 132).columns()).isEqualTo(Screen.FILE.columns());
        assertThat(on(false, 132, "COLUMNS", "80").columns()).isEqualTo(80);
    }

    @Test
    void coloursAreForTerminalsUnlessTheEnvironmentSaysOtherwise() {
        assertThat(on(true, 80).isColoured()).isTrue();
        assertThat(on(false, 80).isColoured()).isFalse();
        assertThat(on(true, 80, "NO_COLOR", "1").isColoured()).isFalse();
        assertThat(on(true, 80, "NO_COLOR", "").isColoured()).isTrue();
        assertThat(on(true, 80, "CLICOLOR", "0").isColoured()).isFalse();
        assertThat(on(true, 80, "CLICOLOR", "1").isColoured()).isTrue();
        assertThat(on(false, 80, "CLICOLOR_FORCE", "1").isColoured()).isTrue();
        assertThat(on(false, 80, "CLICOLOR_FORCE", "0").isColoured()).isFalse();
        assertThat(on(true, 80, "CLICOLOR_FORCE", "0", "NO_COLOR", "1").isColoured())
                .isFalse();
    }
}
