/**
 * Counts distinct chunks by their length, by the number of their references, and by what they shrink to.
 *
 * <p>May enter: a class that counts by classes and hands out rows of a result. The folds decide which chunks it counts.
 */
@NullMarked
package io.compscan.core.fold.histogram;

import org.jspecify.annotations.NullMarked;
