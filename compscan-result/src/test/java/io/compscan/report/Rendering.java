package io.compscan.report;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;

/** What writes a report. */
@FunctionalInterface
public interface Rendering {
    void write(Writer out) throws IOException;

    /** What it writes. */
    static String text(Rendering rendering) throws IOException {
        StringWriter out = new StringWriter();
        rendering.write(out);
        return out.toString();
    }
}
