/** Files that commands are given or write: results, fingerprint sets, pages; what is said of a file of another kind. Options stay out. */
@NullMarked
package io.compscan.cli.file;

import org.jspecify.annotations.NullMarked;
