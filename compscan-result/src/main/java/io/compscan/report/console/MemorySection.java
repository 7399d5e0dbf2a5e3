package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.SafeText;
import io.compscan.result.memory.MemoryResult;
import io.compscan.result.memory.MemoryResult.Account;
import io.compscan.result.memory.MemoryResult.Ksm;
import io.compscan.result.memory.MemoryResult.Merging;
import io.compscan.result.memory.MemoryResult.Overlap;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Frames, merging, and who shares what, as text; a part of {@link ConsoleReport} for a scan of memory. */
final class MemorySection {

    private static final int BRIEF_ACCOUNTS = 5;
    private static final int DETAILED_ACCOUNTS = 50;
    private static final int OVERLAPS = 10;

    private final MemoryResult memory;
    private final Lines lines;

    private MemorySection(MemoryResult memory, Lines lines) {
        this.memory = memory;
        this.lines = lines;
    }

    /** Appends the section after an empty line; nothing without a result. */
    static void append(@Nullable MemoryResult memory, Lines lines) {
        if (memory == null) {
            return;
        }
        MemorySection section = new MemorySection(memory, lines);
        lines.blank();
        section.totals();
        section.merging();
        section.accounts();
        if (lines.screen().isDetailed()) {
            section.overlaps();
            section.legend();
        }
    }

    private void totals() {
        StringBuilder text = new StringBuilder(Figures.human(memory.mappedBytes())).append(" mapped, ");
        if (memory.framesVisible()) {
            text.append(Figures.human(memory.residentBytesHigh())).append(" resident in distinct frames");
        } else {
            text.append(Figures.human(memory.residentBytesLow()))
                    .append(" to ")
                    .append(Figures.human(memory.residentBytesHigh()))
                    .append(" resident (the kernel shows page frames to root alone)");
        }
        if (memory.mergedBytes() != null) {
            text.append(", ").append(Figures.human(memory.mergedBytes())).append(" if equal pages were merged");
        }
        text.append("; ").append(Figures.human(memory.zeroBytes())).append(" zero");
        if (memory.intervalSeconds() > 0) {
            text.append(", ")
                    .append(Figures.human(memory.volatileBytes()))
                    .append(" changed within ")
                    .append(Figures.seconds(memory.intervalSeconds()));
        }
        if (memory.goneBytes() > 0) {
            text.append(", ").append(Figures.human(memory.goneBytes())).append(" unmapped before they were read");
        }
        if (memory.swappedBytes() > 0) {
            text.append(", ").append(Figures.human(memory.swappedBytes())).append(" in swap space and not read");
        }
        lines.prose("memory: ", text.append('.').toString());
    }

    private void merging() {
        Ksm ksm = memory.ksm();
        if (ksm == null) {
            return;
        }
        Merging advised = ksm.advised();
        String now = advised.candidatePages() == 0
                ? "could merge " + saved(ksm.all()) + "; no process has asked for it (madvise)."
                : "can merge " + saved(advised) + " of what processes have asked for (madvise), " + saved(ksm.all())
                        + " of all areas.";
        lines.prose(
                "KSM:    ",
                (ksm.mergedBytes() == 0 ? "" : "has merged " + Figures.human(ksm.mergedBytes()) + " already; ") + now
                        + " One pass over all areas takes up to "
                        + Figures.seconds(ksm.all().passSeconds()) + " at "
                        + Figures.exact(ksm.pagesToScan()) + " pages in " + ksm.sleepMillis() + " ms"
                        + (ksm.running() ? "." : "; it does not run now."));
    }

    private static String saved(Merging merging) {
        return Figures.human(merging.savedBytes());
    }

    private void accounts() {
        List<Account> all = memory.accounts();
        if (all.size() < 2 && !lines.screen().isDetailed()) {
            return;
        }
        int limit = lines.screen().isDetailed() ? DETAILED_ACCOUNTS : BRIEF_ACCOUNTS;
        boolean hasKsm = memory.ksm() != null;
        TextTable table = new TextTable("rrrrrrrrp").dropping(0, 3, 4, 2);
        table.add(
                "mapped",
                "resident",
                "shared",
                "zero",
                "volatile",
                "same within",
                "same elsewhere",
                hasKsm ? "KSM saves" : "",
                "process or dump");
        all.stream()
                .sorted(Comparator.comparingLong(Account::residentBytes).reversed())
                .limit(limit)
                .forEach(account -> table.add(
                        Figures.human(account.mappedBytes()),
                        Figures.human(account.residentBytes()),
                        Figures.human(account.sharedBytes()),
                        Figures.human(account.zeroBytes()),
                        Figures.human(account.volatileBytes()),
                        Figures.human(account.selfDuplicateBytes()),
                        Figures.human(account.otherDuplicateBytes()),
                        account.ksmSavedBytes() == null ? "" : Figures.human(account.ksmSavedBytes()),
                        SafeText.oneLine(account.name())));
        lines.blank();
        lines.table(table);
        if (all.size() > limit) {
            lines.line("  and " + Figures.count(all.size() - limit, "more", "more"));
        }
    }

    private void overlaps() {
        if (memory.overlaps().isEmpty()) {
            return;
        }
        TextTable table = new TextTable("rpp");
        table.add("in common", "of", "and");
        for (Overlap overlap : memory.overlaps().stream().limit(OVERLAPS).toList()) {
            table.add(Figures.human(overlap.commonBytes()), name(overlap.first()), name(overlap.second()));
        }
        lines.blank();
        lines.table(table);
    }

    private String name(int account) {
        return SafeText.oneLine(memory.accounts().get(account).name());
    }

    private void legend() {
        lines.blank();
        lines.prose(
                "Shared: frames that another process maps too. Same within: frames beyond the first of each content in"
                        + " one process. Same elsewhere: frames whose content another one holds too. Neither counts zeros and"
                        + " volatile pages. KSM saves: the part of each in what merging all areas saves.");
    }
}
