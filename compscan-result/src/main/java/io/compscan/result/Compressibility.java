package io.compscan.result;

/**
 * One row of the compressibility histogram.
 *
 * @param storedPercent stored size in per cent of the raw size, rounded up: 1 to 100, where 100 includes what is stored raw
 * @param chunks how many distinct chunks, those of the sample, or superblocks are stored at that size
 * @param bytes their raw bytes
 */
public record Compressibility(int storedPercent, long chunks, long bytes) {}
