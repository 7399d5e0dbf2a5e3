/**
 * What a scan remembers of each unit, so that the next one reads only what has changed.
 *
 * <p>A {@link io.compscan.core.scan.catalog.CatalogSession} stands beside a scan: it is asked about each unit that the walk finds, records
 * those that are read, and counts the others from their records. It does not read units, and it computes no number of a result. The format
 * is in {@code docs/reference/catalog-format.md}.
 */
@NullMarked
package io.compscan.core.scan.catalog;

import org.jspecify.annotations.NullMarked;
