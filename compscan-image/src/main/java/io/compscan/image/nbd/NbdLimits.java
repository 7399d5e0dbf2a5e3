package io.compscan.image.nbd;

import java.time.Duration;

/**
 * How long a server may take.
 *
 * @param handshake for all answers until the export is open
 * @param answer for the whole answer to a request
 */
record NbdLimits(Duration handshake, Duration answer) {

    /** A disk behind the server may be repaired or taken over by another machine, which takes most of a minute. */
    static final NbdLimits USUAL = new NbdLimits(Duration.ofSeconds(30), Duration.ofSeconds(60));
}
