package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.SafeText;
import io.compscan.result.ReadError;
import io.compscan.result.diagnosis.Diagnosis;
import io.compscan.result.diagnosis.Diagnosis.Cost;
import io.compscan.result.diagnosis.Diagnosis.Finding;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The report of {@code compscan doctor} as text for a person: the findings with a sentence of advice each, and the measurements.
 *
 * <p>Plain ASCII apart from paths, within the columns of the screen, the same in every locale.
 */
public final class DiagnosisReport {

    private static final int SHOWN_ERRORS = 5;
    private static final String INDENT = "    ";

    private DiagnosisReport() {}

    /** The whole text; each line ends with a line feed. */
    public static String render(Diagnosis diagnosis, Screen screen) {
        Lines lines = new Lines(screen);
        for (Finding finding : diagnosis.findings()) {
            lines.prose(SafeText.oneLine(finding.path(), lines.columns()));
            lines.prose("  ", facts(finding));
            lines.prose(INDENT, finding.advice());
        }
        costs(diagnosis.costs(), lines);
        errors(diagnosis.errors(), lines);
        return lines.toString();
    }

    private static String facts(Finding finding) {
        String state = finding.misalignedChunkBytes().isEmpty()
                ? "aligned"
                : "MISALIGNED for chunks of "
                        + finding.misalignedChunkBytes().stream()
                                .map(Figures::size)
                                .collect(Collectors.joining(", "));
        String begins = "from byte " + Figures.exact(finding.startBytes());
        return switch (finding.kind()) {
            case PAYLOAD ->
                finding.blockBytes() == 0
                        ? finding.name() + " image: stored compressed, or empty"
                        : finding.name() + " image: payload " + begins + " on, shifted by multiples of "
                                + Figures.size(finding.alignmentBytes()) + ": " + state;
            case PARTITION ->
                "partition " + SafeText.oneLine(finding.name(), 60) + ": " + begins + " of the disk on: " + state;
            case FILE_SYSTEM ->
                finding.name() + " file system: blocks of " + Figures.size(finding.blockBytes()) + ", " + begins
                        + " of the disk on: " + state;
            case NOTHING -> "nothing recognised";
        };
    }

    private static void costs(List<Cost> costs, Lines lines) {
        if (costs.isEmpty()) {
            return;
        }
        lines.blank();
        lines.prose("Unique bytes, measured with chunks that begin with the file, the disk, and each partition:");
        TextTable table = new TextTable("lrrrrr");
        table.add("chunk", "file", "disk", "partition", "file costs more", "");
        for (Cost cost : costs) {
            table.add(
                    Figures.size(cost.chunkBytes()),
                    Figures.human(cost.fileUniqueBytes()),
                    Figures.human(cost.diskUniqueBytes()),
                    Figures.human(cost.alignedUniqueBytes()),
                    Figures.exact(cost.misalignmentBytes()) + " B",
                    cost.alignedUniqueBytes() == 0
                            ? ""
                            : Figures.percent(cost.misalignmentBytes() / (double) cost.alignedUniqueBytes()));
        }
        lines.table(table);
    }

    private static void errors(List<ReadError> errors, Lines lines) {
        if (errors.isEmpty()) {
            return;
        }
        lines.blank();
        lines.warning("", Figures.count(errors.size(), "path", "paths") + " could not be looked into or read:");
        for (ReadError error : errors.subList(0, Math.min(SHOWN_ERRORS, errors.size()))) {
            lines.prose(INDENT, SafeText.oneLine(error.path(), 60) + ": " + error.reason());
        }
        if (errors.size() > SHOWN_ERRORS) {
            lines.prose(INDENT, "and " + (errors.size() - SHOWN_ERRORS) + " more, in --json");
        }
    }
}
