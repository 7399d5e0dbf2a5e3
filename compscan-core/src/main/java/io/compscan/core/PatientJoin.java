package io.compscan.core;

/** Waits for threads that must end before the caller goes on, because they use what it frees. */
public final class PatientJoin {

    private PatientJoin() {}

    /** Waits for the end of a thread even if interrupted; the caller is interrupted afterwards. */
    public static void of(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
