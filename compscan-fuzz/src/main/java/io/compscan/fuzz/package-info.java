/** Runs the targets that lie in the packages under test. Nothing enters that knows a format. */
@NullMarked
package io.compscan.fuzz;

import org.jspecify.annotations.NullMarked;
