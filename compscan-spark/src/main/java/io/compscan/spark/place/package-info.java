/** Units by names that every machine understands, and how an executor opens them. How a scan is divided stays out. */
@NullMarked
package io.compscan.spark.place;

import org.jspecify.annotations.NullMarked;
