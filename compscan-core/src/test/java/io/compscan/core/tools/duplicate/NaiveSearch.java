package io.compscan.core.tools.duplicate;

import io.compscan.result.duplicate.Duplicates.Directory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A tree, and what a naive search knows of it. */
final class NaiveSearch {
    final Map<String, Integer> lengths = new HashMap<>();
    final Map<String, Long> references = new HashMap<>();
    private final Map<String, Set<String>> holders = new HashMap<>();
    final Map<String, List<String>> filesByContent = new HashMap<>();
    final Map<String, Long> nonZeroByContent = new HashMap<>();
    private final Map<String, Set<String>> ownHolders = new HashMap<>();
    final Set<String> directories = new TreeSet<>();

    NaiveSearch(Path root, int chunkBytes) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(root)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            byte[] data = Files.readAllBytes(file);
            long nonZero = 0;
            for (int from = 0; from < data.length; from += chunkBytes) {
                byte[] chunk = Arrays.copyOfRange(data, from, Math.min(data.length, from + chunkBytes));
                if (isZero(chunk)) {
                    continue;
                }
                String digest = sha1(chunk);
                lengths.put(digest, chunk.length);
                references.merge(digest, 1L, Long::sum);
                nonZero += chunk.length;
                Path directory = file.getParent();
                ownHolders.computeIfAbsent(digest, unused -> new HashSet<>()).add(String.valueOf(directory));
                while (directory != null && directory.startsWith(root)) {
                    directories.add(directory.toString());
                    holders.computeIfAbsent(digest, unused -> new HashSet<>()).add(directory.toString());
                    directory = directory.getParent();
                }
            }
            if (nonZero > 0) {
                String content = sha1(data);
                filesByContent
                        .computeIfAbsent(content, unused -> new ArrayList<>())
                        .add(file.toString());
                nonZeroByContent.put(content, nonZero);
            }
        }
    }

    long bytes(String one, String other) {
        return bytes(new Directory(one, false, 0), new Directory(other, false, 0));
    }

    long bytes(Directory one, Directory other) {
        return lengths.keySet().stream()
                .filter(digest -> holds(one, digest) && holds(other, digest))
                .mapToLong(lengths::get)
                .sum();
    }

    private boolean holds(Directory directory, String digest) {
        return (directory.ownFilesOnly() ? ownHolders : holders)
                .getOrDefault(digest, Set.of())
                .contains(directory.path());
    }

    /** The bytes that each chunk saves, the best first. */
    List<Long> saved() {
        return references.entrySet().stream()
                .map(entry -> (entry.getValue() - 1) * lengths.get(entry.getKey()))
                .filter(bytes -> bytes > 0)
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    private static boolean isZero(byte[] chunk) {
        for (byte b : chunk) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    static String sha1(byte[] data) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(data));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
