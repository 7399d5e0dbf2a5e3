/**
 * Target systems as data: how each cuts, compresses and lays out its chunks, and what it keeps to find them again.
 *
 * <p>A {@link io.compscan.core.profile.Profile} is read from a TOML file ({@code docs/reference/profiles.md}). The profiles of well-known
 * systems are resources beside this package, named after the public document that each was modelled on. May enter: rules of arithmetic that
 * take a chunk's length and its compressed size. May not: reading data, compressing it, or knowing how an index works; {@code scan} applies
 * the rules to its chunks.
 */
@NullMarked
package io.compscan.core.profile;

import org.jspecify.annotations.NullMarked;
