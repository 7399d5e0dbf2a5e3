package io.compscan.result;

/**
 * One row of the histogram of chunk lengths; zero chunks are not in it.
 *
 * @param fromBytes the least length that counts here
 * @param toBytes the least length that no longer does
 * @param uniqueChunks distinct chunks of such a length
 * @param uniqueBytes one copy of each of them
 * @param chunks all references to them
 * @param bytes the bytes of all references
 */
public record ChunkSize(int fromBytes, int toBytes, long uniqueChunks, long uniqueBytes, long chunks, long bytes) {}
