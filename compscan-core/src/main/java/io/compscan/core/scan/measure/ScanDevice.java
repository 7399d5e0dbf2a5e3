package io.compscan.core.scan.measure;

import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.SlabQueue;
import io.compscan.core.chunk.rolling.CandidateRule;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fold.Schemes;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The device that helps the threads of a scan, until a call of it fails. Any thread.
 *
 * <p>A device that has failed once is not asked again, for other parts of it may be broken.
 */
public final class ScanDevice {

    private final Accelerator accelerator;
    private final Consumer<String> whenRetired;
    private final AtomicBoolean isRetired = new AtomicBoolean();

    /** @param whenRetired told once, in one line, that the device has failed and the scan goes on without it */
    public ScanDevice(Accelerator accelerator, Consumer<String> whenRetired) {
        this.accelerator = accelerator;
        this.whenRetired = whenRetired;
    }

    /** Whether a device could find any candidates or digests for these schemes. */
    public static boolean canHelp(Schemes schemes) {
        return digests(schemes) || schemes.chunkers().stream().anyMatch(chunker -> chunker.candidateRule() != null);
    }

    /** Whether a device computes the digests of these schemes. */
    static boolean digests(Schemes schemes) {
        return schemes.fingerprint().algorithm() == FingerprintAlgorithm.SHA1;
    }

    SlabQueue openQueue(int capacityBytes, List<CandidateRule> rules) throws AcceleratorException {
        return accelerator.openQueue(capacityBytes, rules);
    }

    String name() {
        return accelerator.name();
    }

    boolean isRetired() {
        return isRetired.get();
    }

    void retire(AcceleratorException failure) {
        if (isRetired.compareAndSet(false, true)) {
            whenRetired.accept(
                    accelerator.name() + " has failed, and the scan goes on without it: " + failure.getMessage());
        }
    }
}
