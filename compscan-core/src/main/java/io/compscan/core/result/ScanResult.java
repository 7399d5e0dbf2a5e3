package io.compscan.core.result;

import java.util.List;

/**
 * Everything a scan found, as {@code result.json} holds it.
 *
 * @param format always {@value #FORMAT}
 * @param version of the format, {@value #VERSION}
 * @param plan what was asked for
 * @param partial true if the scan was stopped before its end: the numbers then describe what had been read
 * @param totals the part of the numbers that does not depend on the chunking
 * @param layouts one for each chunking, in the order asked for
 * @param types by file extension, in ascending order of the extension
 * @param files one for each file that was asked for by {@code --per-file}, in ascending order of the path
 * @param errors every path that could not be read whole or changed meanwhile, in ascending order of the path
 * @param timing when, how long and with how much; the one part that differs between two scans of the same data
 */
public record ScanResult(
        String format,
        int version,
        Plan plan,
        boolean partial,
        Totals totals,
        List<Layout> layouts,
        List<TypeTotals> types,
        List<FileResult> files,
        List<ReadError> errors,
        Timing timing) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-result";
    /** The version of the format that this code writes. */
    public static final int VERSION = 1;

    /** Copies the lists. */
    public ScanResult {
        layouts = List.copyOf(layouts);
        types = List.copyOf(types);
        files = List.copyOf(files);
        errors = List.copyOf(errors);
    }

    /** A result in the current format. */
    public ScanResult(
            Plan plan,
            boolean partial,
            Totals totals,
            List<Layout> layouts,
            List<TypeTotals> types,
            List<FileResult> files,
            List<ReadError> errors,
            Timing timing) {
        this(FORMAT, VERSION, plan, partial, totals, layouts, types, files, errors, timing);
    }
}
