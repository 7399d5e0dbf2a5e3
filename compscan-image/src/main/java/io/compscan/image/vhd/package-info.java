/** VHD, the format of Virtual PC and of Hyper-V before VHDX; after Microsoft, Virtual Hard Disk Image Format Specification 1.0. */
@NullMarked
package io.compscan.image.vhd;

import org.jspecify.annotations.NullMarked;
