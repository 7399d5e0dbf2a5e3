/** The results of scans: records, documents, tables, texts and pages. */
module io.compscan.result {
    requires com.fasterxml.jackson.annotation;
    requires transitive com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires de.siegmar.fastcsv;
    // Reading a document asks which of its fields may be null.
    requires transitive org.jspecify;

    exports io.compscan.core;
    exports io.compscan.core.forecast;
    exports io.compscan.core.page;
    exports io.compscan.core.report;
    exports io.compscan.core.report.console;
    exports io.compscan.core.result;
    exports io.compscan.core.result.answer;
    exports io.compscan.core.result.diagnosis;
    exports io.compscan.core.result.duplicate;
    exports io.compscan.core.result.memory;
    exports io.compscan.core.result.set;
}
