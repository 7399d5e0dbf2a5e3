/**
 * Results of several saved scans: sets, their union, their overlap and their difference.
 *
 * <p>All of them are immutable records. Their component names are file formats: {@code set.json}, {@code merge.json} and {@code diff.json}
 * hold exactly these names. This room knows {@code result}.
 */
@NullMarked
package io.compscan.result.set;

import org.jspecify.annotations.NullMarked;
