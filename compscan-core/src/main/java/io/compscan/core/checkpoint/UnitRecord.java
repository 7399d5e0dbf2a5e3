package io.compscan.core.checkpoint;

import io.compscan.core.result.ReadError;
import io.compscan.core.source.UnitVersion;
import org.jspecify.annotations.Nullable;

/**
 * A unit that has been read to its end, as the log remembers it.
 *
 * @param name of the unit
 * @param version of the unit before it was read
 * @param error what went wrong with it, null if nothing
 */
public record UnitRecord(
        String name, UnitVersion version, @Nullable ReadError error) {}
