/**
 * The findings of {@code compscan doctor}: the starts of the bytes of guests, and the cost of chunks that begin elsewhere.
 *
 * <p>May enter: records that reports render. Computing them belongs to {@code core.tools.doctor}.
 */
@NullMarked
package io.compscan.result.diagnosis;

import org.jspecify.annotations.NullMarked;
