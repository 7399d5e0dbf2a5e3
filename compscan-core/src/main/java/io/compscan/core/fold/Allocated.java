package io.compscan.core.fold;

/**
 * The bytes that a target system allocates.
 *
 * @param bytes exact if all chunks were compressed, else an estimate
 * @param lowBytes the lower end of the 95 % interval
 * @param highBytes the upper end
 */
record Allocated(long bytes, long lowBytes, long highBytes) {}
