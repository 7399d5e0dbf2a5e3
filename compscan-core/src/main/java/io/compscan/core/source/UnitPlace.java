package io.compscan.core.source;

import java.io.IOException;
import java.io.Serializable;

/** The place of a unit, as something that can be sent to another machine, which finds the unit there as well. Immutable. */
@FunctionalInterface
public interface UnitPlace extends Serializable {

    /** A unit that has such a place. */
    interface Placed extends Unit {

        /** Its place. */
        UnitPlace place();
    }

    /**
     * The unit, and what its bytes may lead to.
     *
     * @throws IOException if it cannot be reached from here; the message is one line for a person
     */
    Siblings.Sibling find() throws IOException;
}
