package io.compscan.memory.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code /proc/PID/smaps}; see proc_pid_smaps(5). */
final class Smaps {

    private static final Pattern HEADER = Pattern.compile("([0-9a-f]{1,16})-([0-9a-f]{1,16}) .*", Pattern.DOTALL);
    private static final Pattern SIZE = Pattern.compile("(Rss|Swap): +([0-9]{1,15}) kB");
    private static final String FLAGS = "VmFlags:";

    private Smaps() {}

    /** The areas of a process; none for a thread of the kernel. */
    static List<Area> read(Path process) throws IOException {
        // A file name may hold any byte. The parser looks at none of them.
        return parse(Files.readString(process.resolve("smaps"), StandardCharsets.ISO_8859_1));
    }

    /** The areas that the text describes, without those in the upper half of the address space, which belong to the kernel. */
    static List<Area> parse(String text) {
        List<Area> areas = new ArrayList<>();
        long start = 0;
        long end = 0;
        long resident = 0;
        long swapped = 0;
        String flags = "";
        // The kernel writes the end of a line in a name as \\012, but a carriage return as it is.
        for (int from = 0; from < text.length(); ) {
            int lineEnd = text.indexOf('\n', from);
            String line = text.substring(from, lineEnd < 0 ? text.length() : lineEnd);
            from += line.length() + 1;
            Matcher header = HEADER.matcher(line);
            Matcher size = SIZE.matcher(line);
            if (header.matches()) {
                add(areas, start, end, resident, swapped, flags);
                start = Long.parseUnsignedLong(header.group(1), 16);
                end = Long.parseUnsignedLong(header.group(2), 16);
                resident = 0;
                swapped = 0;
                flags = "";
            } else if (size.matches()) {
                long bytes = Long.parseLong(size.group(2)) << 10;
                resident = size.group(1).equals("Rss") ? bytes : resident;
                swapped = size.group(1).equals("Swap") ? bytes : swapped;
            } else if (line.startsWith(FLAGS)) {
                flags = line.substring(FLAGS.length());
            }
        }
        add(areas, start, end, resident, swapped, flags);
        return areas;
    }

    private static void add(List<Area> areas, long start, long end, long resident, long swapped, String flags) {
        if (start >= 0 && end > start) {
            areas.add(Area.of(start, end, resident, swapped, flags));
        }
    }
}
