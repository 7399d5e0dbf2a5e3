package io.compscan.core.source.view;

import io.compscan.core.source.Source;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Opens a kind of place that holds bytes, by the scheme of a location.
 *
 * <p>Found by {@link java.util.ServiceLoader}, so an implementation needs a public constructor without arguments.
 */
public interface SourceProvider {

    /** The schemes that it opens, such as {@code nbd}: lower case, at least two letters, since {@code C:} is a drive. */
    Set<String> schemes();

    /**
     * A source of the data at these locations. Before the walk it reads only enough to find a mistyped location.
     *
     * @param locations the locations with their schemes, as given
     * @throws IOException if there is nothing at a location; the message is one line for a person
     */
    Source open(List<String> locations, SourceContext context) throws IOException;
}
