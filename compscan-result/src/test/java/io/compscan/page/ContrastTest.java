package io.compscan.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bars, borders of fields and text have the contrast that WCAG 2.2 asks for, in the light and in the dark colours. */
class ContrastTest {

    private static final double LEAST_OF_GRAPHICS = 3;
    private static final double LEAST_OF_TEXT = 4.5;

    private static String css() throws IOException {
        try (InputStream in = Objects.requireNonNull(HtmlPage.class.getResourceAsStream("page.css"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Map<String, String> colours(String theme) throws IOException {
        String css = css();
        int from = css.indexOf(theme.equals("dark") ? ":root[data-theme=\"dark\"] {" : ":root {");
        Matcher colour =
                Pattern.compile("--([a-z-]+): (#[0-9a-f]{6});").matcher(css.substring(from, css.indexOf('}', from)));
        Map<String, String> colours = new HashMap<>();
        while (colour.find()) {
            colours.put(colour.group(1), colour.group(2));
        }
        return colours;
    }

    /** Relative luminance of WCAG 2.2. */
    private static double luminance(String colour) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            sum += weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }
        return sum;
    }

    private static double contrast(String one, String other) {
        double first = luminance(one);
        double second = luminance(other);
        return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void everyColourIsSeenOnItsGround(String theme) throws IOException {
        Map<String, String> colours = colours(theme);
        for (String ground : List.of("surface", "back")) {
            for (String name : List.of("accent", "saved", "added", "aside", "second", "edge", "focus")) {
                assertThat(contrast(colours.get(name), colours.get(ground)))
                        .as(name + " on " + ground)
                        .isGreaterThanOrEqualTo(LEAST_OF_GRAPHICS);
            }
            for (String name : List.of("ink", "soft")) {
                assertThat(contrast(colours.get(name), colours.get(ground)))
                        .as(name + " on " + ground)
                        .isGreaterThanOrEqualTo(LEAST_OF_TEXT);
            }
        }
        assertThat(contrast(colours.get("warn-ink"), colours.get("warn-back"))).isGreaterThanOrEqualTo(LEAST_OF_TEXT);
        assertThat(contrast(colours.get("on-accent"), colours.get("accent"))).isGreaterThanOrEqualTo(LEAST_OF_TEXT);
        assertThat(css())
                .contains("button,\nselect,\ninput {\n  padding: 0.35rem 0.7rem;\n  border: 1px solid var(--edge);");
    }
}
