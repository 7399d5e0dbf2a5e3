/**
 * What {@code compscan doctor} finds out: where the bytes of guests begin, and what it costs that chunks begin elsewhere.
 *
 * <p>May enter: records that reports render. How they come about is the business of {@code core.doctor}.
 */
@NullMarked
package io.compscan.core.result.diagnosis;

import org.jspecify.annotations.NullMarked;
