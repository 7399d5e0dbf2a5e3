package io.compscan.core.fold.ledger;

import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.testing.Survival;
import java.util.Base64;
import java.util.List;

/** The journal of the ledger, which a checkpoint holds. */
public final class JournalTargets implements FuzzTargets {

    private static final LedgerLimits LIMITS = new LedgerLimits(1000, 100);

    /** For the service loader. */
    public JournalTargets() {}

    private static LedgerRecorder recorder() {
        return new LedgerRecorder(List.of("/data/a", "/data/b"), "/", LIMITS);
    }

    @Override
    public List<FuzzTarget> all() {
        return List.of(new FuzzTarget("checkpoint-journal", JournalTargets::seeds, JournalTargets::run));
    }

    private static List<byte[]> seeds() {
        LedgerRecorder recorder = recorder();
        for (int i = 0; i < 40; i++) {
            Account account =
                    recorder.open("/data/" + (i % 2 == 0 ? "a" : "b") + "/d" + i % 7 + "/f" + i, "txt", "txt");
            recorder.add(i % 5, account);
        }
        return List.of(Base64.getDecoder().decode(recorder.save()));
    }

    /** A contradiction that shows only after the restore becomes one line of the resumed scan. The scan must end, and within its memory. */
    private static void run(byte[] input) {
        Survival.of(FuzzTarget.brief(input), IllegalArgumentException.class, () -> {
            LedgerRecorder recorder = recorder();
            recorder.restore(Base64.getEncoder().encodeToString(input));
            try {
                recorder.add(7, recorder.open("/data/a/x/y", "txt", "txt"));
                recorder.save();
                LedgerBuilder builder = recorder.post();
                for (int key = 0; key < 8; key++) {
                    builder.visit(key, 4096, 2048);
                }
                return true;
            } catch (RuntimeException e) {
                return false;
            }
        });
    }
}
