package io.compscan.memory;

/** Tells why a scan of memory cannot begin, in one line for a person. */
public final class MemoryException extends Exception {

    private static final long serialVersionUID = 1;

    /** @param line what to say */
    public MemoryException(String line) {
        super(line);
    }
}
