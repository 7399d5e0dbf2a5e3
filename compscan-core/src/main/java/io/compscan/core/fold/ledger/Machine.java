package io.compscan.core.fold.ledger;

/**
 * A virtual machine, as far as its disk images show it.
 *
 * @param name the path of its image, or of the directory that holds its images
 * @param sums the sums of its images that were read
 */
record Machine(String name, Sums sums) {}
