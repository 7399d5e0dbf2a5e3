/**
 * The sums over pages and frames: three totals, who shares what, the savings of merging.
 *
 * <p>May enter: arithmetic on frames. This room reads nothing but the settings of the kernel's merging.
 */
@NullMarked
package io.compscan.memory.tally;

import org.jspecify.annotations.NullMarked;
