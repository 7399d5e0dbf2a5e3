/** To be written. */
@NullMarked
package io.compscan.core.measure;

import org.jspecify.annotations.NullMarked;
