package io.compscan.core.ledger;

/**
 * A virtual machine, as far as disk images tell of one.
 *
 * @param name the path of its image, or of the directory that holds its images
 * @param sums what was read of it
 */
record Machine(String name, Sums sums) {}
