/**
 * A file system that records in which order it was written, and all that a disk could hold after a power cut.
 *
 * <p>May enter: what tests of a promise about power cuts need. It knows no type of compscan.
 */
@NullMarked
package io.compscan.testing.powerloss;

import org.jspecify.annotations.NullMarked;
