/**
 * The findings of {@code compscan duplicates}: the chunks, files and directories that exist several times.
 *
 * <p>May enter: records that reports render. Computing them belongs to {@code core.tools.duplicate}.
 */
@NullMarked
package io.compscan.result.duplicate;

import org.jspecify.annotations.NullMarked;
