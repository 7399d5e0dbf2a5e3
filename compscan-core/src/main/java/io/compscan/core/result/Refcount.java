package io.compscan.core.result;

/**
 * One row of the reference count histogram.
 *
 * @param references how often a chunk occurs
 * @param chunks how many distinct chunks occur so often
 * @param bytes one copy of each of them
 */
public record Refcount(long references, long chunks, long bytes) {}
