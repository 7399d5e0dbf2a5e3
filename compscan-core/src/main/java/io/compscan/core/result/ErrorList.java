package io.compscan.core.result;

import java.util.AbstractList;

/**
 * A list of errors that are too many for memory. It never changes; a {@link ScanResult} relies on that and does not copy it.
 *
 * <p>Readers should walk it from its front; {@link #get} may have to read all errors before.
 */
public abstract class ErrorList extends AbstractList<ReadError> {}
