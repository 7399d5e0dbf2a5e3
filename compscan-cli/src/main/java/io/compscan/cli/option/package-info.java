/**
 * Options that several commands share, as mixins; the options of one command that fill a class; conversions of their values.
 *
 * <p>Each class checks what it is given, and makes the record of {@code io.compscan.core} that the options stand for. Commands stay out.
 */
@NullMarked
package io.compscan.cli.option;

import org.jspecify.annotations.NullMarked;
