package io.compscan.core;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Suggests the known name that a misspelt one may mean. */
public final class Spelling {

    private Spelling() {}

    /** {@code did you mean vdo?}, or all the names where none is near. */
    public static String hint(String written, Collection<String> names) {
        List<String> near = near(written, names);
        return near.isEmpty()
                ? "there are " + String.join(", ", names)
                : "did you mean " + String.join(" or ", near) + "?";
    }

    /** The names that it may mean, in their natural order. */
    public static List<String> near(String written, Collection<String> names) {
        String lower = written.toLowerCase(Locale.ROOT);
        if (names.contains(lower)) {
            return List.of(lower);
        }
        return names.stream().filter(name -> isNear(lower, name)).sorted().toList();
    }

    private static boolean isNear(String written, String name) {
        boolean isPart = written.length() >= 3 && (name.contains(written) || written.contains(name));
        boolean beginsAlike = written.length() > 4 && name.startsWith(written.substring(0, 5));
        return isPart || beginsAlike || edits(written, name) <= (name.length() < 4 ? 1 : 2);
    }

    /** How many letters must be added, left out or changed to come from one to the other (Levenshtein's distance). */
    private static int edits(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int changed = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[to.length()];
    }
}
