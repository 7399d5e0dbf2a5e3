package io.compscan.core.scan.checkpoint;

import io.compscan.core.source.UnitVersion;
import io.compscan.result.ReadError;
import org.jspecify.annotations.Nullable;

/**
 * A unit that the scan has read to its end, as the log holds it.
 *
 * @param name of the unit
 * @param version of the unit before it was read
 * @param error its error, null if there was none
 */
public record UnitRecord(
        String name, UnitVersion version, @Nullable ReadError error) {}
