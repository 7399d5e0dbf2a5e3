/** The results of scans: records, documents, tables, texts and pages. */
module io.compscan.result {
    requires com.fasterxml.jackson.annotation;
    requires transitive com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires de.siegmar.fastcsv;
    // Reading a document asks which of its fields may be null.
    requires transitive org.jspecify;

    exports io.compscan.file;
    exports io.compscan.forecast;
    exports io.compscan.page;
    exports io.compscan.report;
    exports io.compscan.report.console;
    exports io.compscan.result;
    exports io.compscan.result.answer;
    exports io.compscan.result.diagnosis;
    exports io.compscan.result.duplicate;
    exports io.compscan.result.history;
    exports io.compscan.result.memory;
    exports io.compscan.result.set;
}
