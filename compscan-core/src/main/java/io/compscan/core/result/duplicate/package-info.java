/**
 * What {@code compscan duplicates} finds out: which chunks, files and directories are there several times.
 *
 * <p>May enter: records that reports render. How they come about is the business of {@code core.duplicate}.
 */
@NullMarked
package io.compscan.core.result.duplicate;

import org.jspecify.annotations.NullMarked;
