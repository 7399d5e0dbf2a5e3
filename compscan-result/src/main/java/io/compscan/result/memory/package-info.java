/** The part of a result that only a scan of memory has: frames, merging, who shares what. */
@NullMarked
package io.compscan.result.memory;

import org.jspecify.annotations.NullMarked;
