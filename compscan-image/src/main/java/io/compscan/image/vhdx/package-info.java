/** VHDX, the format of Hyper-V; after Microsoft, [MS-VHDX]. */
@NullMarked
package io.compscan.image.vhdx;

import org.jspecify.annotations.NullMarked;
