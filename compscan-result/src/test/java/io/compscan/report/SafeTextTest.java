package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SafeTextTest {

    @Test
    void leavesOrdinaryNamesAlone() {
        for (String name : new String[] {"", "a b", "straße/日本語", "👨‍👩‍👧.jpg", "a\\x0ab", "a,\"b\";c", "می‌خواهم"}) {
            assertThat(SafeText.oneLine(name)).isEqualTo(name);
            assertThat(SafeText.cell(name)).isEqualTo(name);
        }
    }

    @Test
    void escapesWhatBreaksALineOrMovesTheCursor() {
        assertThat(SafeText.oneLine("a\nb\r\t\u001b[2J\u007f")).isEqualTo("a\\x0ab\\x0d\\x09\\x1b[2J\\x7f");
        assertThat(SafeText.oneLine("\u0085\u2028\u2029")).isEqualTo("\\xc2\\x85\\xe2\\x80\\xa8\\xe2\\x80\\xa9");
        assertThat(SafeText.oneLine("gpj.\u202eexe")).isEqualTo("gpj.\\xe2\\x80\\xaeexe");
        assertThat(SafeText.oneLine("\ud800x")).isEqualTo("\\x3fx");
    }

    @Test
    void leavesNoFormula() {
        assertThat(SafeText.cell("=cmd|' /C calc'!A0")).isEqualTo("\\x3dcmd|' /C calc'!A0");
        assertThat(SafeText.cell("+1")).isEqualTo("\\x2b1");
        assertThat(SafeText.cell("-rf")).isEqualTo("\\x2drf");
        assertThat(SafeText.cell("@SUM(A1)")).isEqualTo("\\x40SUM(A1)");
        assertThat(SafeText.cell("\t=1")).isEqualTo("\\x09=1");
        assertThat(SafeText.cell("a=1")).isEqualTo("a=1");
        assertThat(SafeText.cell("-")).as("standard input").isEqualTo("-");
    }

    @Property
    void isOneLineWithoutControlsWhateverComes(@ForAll String text) {
        assertThat(SafeText.oneLine(text).lines().count()).isLessThanOrEqualTo(1);
        assertThat(SafeText.oneLine(text).codePoints()).noneMatch(Character::isISOControl);
    }

    @Property
    void shortensWithoutTearingACharacterApart(
            @ForAll String text, @ForAll @IntRange(min = 10, max = 60) int maxLength) {
        String tooLong = "💾".repeat(5) + text + "💾".repeat(40);
        String middleCut = SafeText.oneLine(tooLong, maxLength);
        String beginningCut = SafeText.oneLineEnd(tooLong, maxLength);

        assertThat(middleCut).startsWith("💾").contains("...").endsWith("💾");
        assertThat(beginningCut).startsWith("...").endsWith("💾");
        for (String shown : new String[] {middleCut, beginningCut}) {
            assertThat(shown).hasSizeBetween(maxLength - 2, maxLength);
            assertThat(shown.codePoints()).noneMatch(c -> Character.getType(c) == Character.SURROGATE);
        }
    }
}
