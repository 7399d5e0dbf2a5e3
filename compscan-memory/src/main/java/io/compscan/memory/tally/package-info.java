/**
 * The sums over pages and frames: three totals, the common bytes of accounts, and the savings of merging.
 *
 * <p>Arithmetic on frames may enter. This room reads only the settings of the kernel's merging.
 */
@NullMarked
package io.compscan.memory.tally;

import org.jspecify.annotations.NullMarked;
