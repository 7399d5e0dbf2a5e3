package io.compscan.image;

import io.compscan.fuzz.FuzzTarget;
import io.compscan.testing.FuzzBytes;
import io.compscan.testing.Survival;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Sound files, made before the first try. Each try damages one of them and mends it again. */
final class Wholes {

    private final Callable<List<byte[]>> making;
    private @Nullable List<Damage> all;

    Wholes(Callable<List<byte[]>> making) {
        this.making = making;
    }

    /** Damages a file by the decisions, and looks at it. */
    @FunctionalInterface
    interface Try {
        boolean run(Damage damage, int number, FuzzBytes decisions) throws IOException;
    }

    void attempt(byte[] input, Try attempt) throws Exception {
        if (all == null) {
            all = making.call().stream().map(Damage::new).toList();
        }
        FuzzBytes decisions = new FuzzBytes(input);
        int number = decisions.nextInt(all.size());
        Damage damage = all.get(number);
        try {
            Survival.of(FuzzTarget.brief(input), IOException.class, () -> attempt.run(damage, number, decisions));
        } finally {
            damage.undo();
        }
    }
}
