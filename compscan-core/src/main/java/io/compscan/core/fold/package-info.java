/** To be written. */
@NullMarked
package io.compscan.core.fold;

import org.jspecify.annotations.NullMarked;
