/** Support for the tests of all modules. Knows none of them. */
@org.jspecify.annotations.NullMarked
package io.compscan.testing;
