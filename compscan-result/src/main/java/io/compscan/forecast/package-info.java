/**
 * Decisions that follow from a result: how much storage to buy, whether to deduplicate inline.
 *
 * <p>Here are models, each with the source it was taken from, that turn an {@code io.compscan.result} and assumptions into another
 * record of {@code result}. Nothing in here reads data, and nothing that a scan measures is measured anew; how an outcome is shown is
 * up to {@code report}. The formulas are explained in {@code docs/how-to/plan.md}.
 */
@NullMarked
package io.compscan.forecast;

import org.jspecify.annotations.NullMarked;
