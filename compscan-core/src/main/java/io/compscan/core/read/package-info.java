/** To be written. */
@NullMarked
package io.compscan.core.read;

import org.jspecify.annotations.NullMarked;
