/**
 * Looks into disks: partitions by MBR and GPT, and the linear volumes of LVM2.
 *
 * <p>Every byte of the disk lies in one unit, a partition, a volume or a gap. So the numbers add up, and chunks begin anew at the start of
 * a partition.
 */
@NullMarked
package io.compscan.image.partition;

import org.jspecify.annotations.NullMarked;
