/** Runs the targets that lie in the packages under test. No class that knows a format may enter. */
@NullMarked
package io.compscan.fuzz;

import org.jspecify.annotations.NullMarked;
