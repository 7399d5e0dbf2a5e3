package io.compscan.core.result;

import java.util.AbstractList;

/**
 * Errors that are too many to be copied into memory: a list that never changes, of which a {@link ScanResult} takes its author's word.
 *
 * <p>Made to be walked from its front; {@link #get} may have to read what lies before.
 */
public abstract class ErrorList extends AbstractList<ReadError> {}
