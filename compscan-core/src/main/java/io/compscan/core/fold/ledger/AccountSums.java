package io.compscan.core.fold.ledger;

/**
 * The bytes and files that a part of a divided scan has read of one account.
 *
 * @param account its number, see {@link DividedRecorder}
 * @param fileCount units whose reading has begun
 * @param scannedBytes bytes that were read
 * @param zeroBytes those of them that belong to chunks of nothing but zeros
 */
public record AccountSums(int account, long fileCount, long scannedBytes, long zeroBytes) {}
