/**
 * Looks for misalignment: where the bytes of disks, partitions and file systems begin, against the sizes of chunks.
 *
 * <p>{@link io.compscan.core.tools.doctor.Examination} looks into what a source names and keeps three readings of it. The caller scans these. So
 * the code that measures everything else also measures the cost of misalignment. The class {@link io.compscan.core.tools.doctor.Advice} puts the
 * findings into words.
 *
 * <p>May enter: what says where bytes begin. Formats belong to views.
 */
@NullMarked
package io.compscan.core.tools.doctor;

import org.jspecify.annotations.NullMarked;
