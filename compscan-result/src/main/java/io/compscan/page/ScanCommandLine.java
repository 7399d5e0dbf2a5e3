package io.compscan.page;

import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.ScanSettings.Asked;
import io.compscan.result.Timing.Origin;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.SetResult;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * The command that started a scan, for a shell to run again. If the result does not keep the command as it was given, it has the options
 * that decide the numbers.
 */
final class ScanCommandLine {

    /** The end of the name of a fingerprint that is keyed with a file. A result does not keep the name of that file. */
    private static final String SALTED = ":salted";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

    private final StringJoiner words = new StringJoiner(" ");

    private ScanCommandLine() {}

    /** Words separated by spaces, quoted for a Bourne shell where they need it. */
    static String of(ScanResult result) {
        ScanSettings plan = result.settings();
        ScanCommandLine command = new ScanCommandLine();
        Origin origin = result.timing().origin();
        if (origin != null) {
            command.words.add("compscan");
            origin.command().forEach(word -> command.words.add(quoted(word)));
            return command.words.toString();
        }
        command.words.add("compscan").add("scan");
        command.layouts(result);
        command.add("--profile", plan.profiles());
        command.options(plan);
        command.paths(plan.paths());
        return command.words.toString();
    }

    /** The command that merges these sets again. */
    static String of(MergeResult merge) {
        ScanCommandLine command = new ScanCommandLine();
        command.words.add("compscan").add("merge");
        command.add("--profile", merge.union().settings().profiles());
        command.paths(merge.sets().stream().map(SetResult::file).toList());
        return command.words.toString();
    }

    /** Profiles imply their own chunkings and compressors; the user asked for all others. */
    private void layouts(ScanResult result) {
        Asked asked = result.settings().asked();
        if (asked != null) {
            add("--chunk", asked.chunkings());
            add("--compress", asked.compressors());
            return;
        }
        Set<String> chunkings = new LinkedHashSet<>();
        Set<String> compressors = new LinkedHashSet<>();
        for (Layout layout : result.layouts()) {
            for (Compression compression : layout.compression()) {
                boolean isOfProfile = result.profiles().stream()
                        .anyMatch(profile -> profile.chunking().equals(layout.chunking())
                                && profile.compressor().equals(compression.compressor()));
                if (!isOfProfile) {
                    chunkings.add(layout.chunking());
                    compressors.add(compression.compressor());
                }
            }
        }
        add("--chunk", chunkings);
        add("--compress", compressors);
    }

    private void options(ScanSettings plan) {
        boolean salted = plan.fingerprint().endsWith(SALTED);
        String fingerprint = salted
                ? plan.fingerprint().substring(0, plan.fingerprint().length() - SALTED.length())
                : plan.fingerprint();
        if (!fingerprint.equals("sha1")) {
            words.add("--fingerprint").add(quoted(fingerprint));
        }
        if (salted) {
            words.add("--salt").add("FILE");
        }
        if (!plan.compressSample().equals("by-compressor")) {
            words.add("--compress-sample").add(quoted(plan.compressSample()));
        }
        if (plan.superblockBytes() > 0) {
            words.add("--superblock").add(Integer.toString(plan.superblockBytes()));
        }
        String index = plan.index();
        if (index != null) {
            words.add("--index").add(quoted(index));
        }
        add("--include", plan.includes());
        add("--exclude", plan.excludes());
        if (plan.followSymlinks()) {
            words.add("--follow-symlinks");
        }
        if (plan.oneFileSystem()) {
            words.add("--one-file-system");
        }
        if (!plan.into().isEmpty()) {
            words.add("--into").add(String.join(",", plan.into()));
        }
        if (plan.perFile()) {
            words.add("--per-file");
        }
    }

    private void paths(List<String> paths) {
        if (paths.equals(List.of("-"))) {
            words.add("--stdin");
            return;
        }
        if (paths.stream().anyMatch(path -> path.startsWith("-"))) {
            words.add("--");
        }
        for (String path : paths) {
            // A word that begins with one @ would name a file of arguments.
            words.add(path(path.startsWith("@") ? "@" + path : path));
        }
    }

    private void add(String option, Collection<String> values) {
        for (String value : values) {
            words.add(option).add(quoted(value));
        }
    }

    /** A path as results show it: a backslash begins {@code \xNN} or {@code \\}, which the shell undoes. */
    private static String path(String shown) {
        return shown.indexOf('\\') < 0 ? quoted(shown) : "$'" + shown.replace("'", "\\'") + "'";
    }

    private static String quoted(String word) {
        if (PLAIN.matcher(word).matches()) {
            return word;
        }
        if (word.chars().noneMatch(Character::isISOControl)) {
            return "'" + word.replace("'", "'\\''") + "'";
        }
        StringBuilder escaped = new StringBuilder("$'");
        word.codePoints().forEach(c -> {
            if (Character.isISOControl(c)) {
                for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                    escaped.append(String.format(Locale.ROOT, "\\x%02x", b));
                }
            } else {
                escaped.append(c == '\'' || c == '\\' ? "\\" : "").appendCodePoint(c);
            }
        });
        return escaped.append('\'').toString();
    }
}
