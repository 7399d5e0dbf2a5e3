package io.compscan.memory.dump;

/**
 * Consecutive pages that lie one behind the other in a file.
 *
 * @param address of the first, a multiple of the page size, not negative
 * @param offset of the first in the file, any number
 * @param pages how many
 */
record PageRange(long address, long offset, long pages) {}
