package io.compscan.core.tools.duplicate;

import io.compscan.core.SplitMix;
import io.compscan.core.fold.ledger.Account;
import io.compscan.core.fold.ledger.LedgerRecorder;
import io.compscan.core.scan.measure.ChunkBatch;
import io.compscan.core.scan.measure.ChunkObserver;
import io.compscan.core.scan.read.task.UnitTicket;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The content of a file: a sum over its chunks of mixed fingerprints and positions, which becomes its {@link FileKey}.
 *
 * <p>A sum does not depend on the order in which threads meet the chunks. Zeros add nothing, so a hole is as good as zeros that are written.
 */
final class FileContent implements ChunkObserver {

    private static final VarHandle BYTES_AS_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final String name;
    private final LedgerRecorder directories;
    private final Account account;
    private final FileCopies copies;
    private long first;
    private long second;
    private long nonZeroBytes;

    /** @param account of the directory that holds the file */
    FileContent(String name, LedgerRecorder directories, Account account, FileCopies copies) {
        this.name = name;
        this.directories = directories;
        this.account = account;
        this.copies = copies;
    }

    @Override
    public synchronized void chunks(ChunkBatch batch, int piece) {
        byte[] fingerprints = batch.fingerprints();
        // Zeros take no space, so no copy of them can be saved.
        for (int i = batch.firstNumber(piece); i < batch.firstNumber(piece + 1); i++) {
            int offset = i * batch.fingerprintBytes();
            long place = SplitMix.mix(batch.position(piece, i));
            first += SplitMix.mix((long) BYTES_AS_LONG.get(fingerprints, offset) ^ place);
            second += SplitMix.mix((long) BYTES_AS_LONG.get(fingerprints, offset + Long.BYTES) + place);
            nonZeroBytes += batch.length(i);
        }
        batch.note(piece, directories, account);
    }

    @Override
    public synchronized void complete(UnitTicket ticket) {
        account.addFile();
        account.addScanned(nonZeroBytes);
        // Nobody knows whether a file that was not read whole is a copy.
        if (nonZeroBytes > 0 && ticket.error() == null) {
            long bytes = ticket.logicalBytes();
            copies.add(FileKey.of(first, second, bytes, nonZeroBytes), bytes, name);
        }
    }
}
