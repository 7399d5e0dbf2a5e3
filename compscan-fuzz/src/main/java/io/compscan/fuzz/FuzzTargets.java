package io.compscan.fuzz;

import java.util.List;

/** The targets in a package; found by {@link java.util.ServiceLoader}. */
public interface FuzzTargets {

    /** The targets. */
    List<FuzzTarget> all();
}
