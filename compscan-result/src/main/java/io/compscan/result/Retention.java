package io.compscan.result;

import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The snapshots or backups that are kept, by their age: the last so many days, weeks, months and years. A snapshot of the same age counts
 * once.
 *
 * @param days daily ones
 * @param weeks weekly ones, each 7 days older than the one before
 * @param months monthly ones, a twelfth of 365 days apart, to whole days
 * @param years yearly ones, 365 days apart
 */
public record Retention(int days, int weeks, int months, int years) {

    /** The oldest snapshot that a plan takes. */
    public static final int MAX_DAYS = 36_525;

    private static final int DAYS_PER_WEEK = 7;
    private static final int DAYS_PER_YEAR = 365;
    private static final int MONTHS_PER_YEAR = 12;

    /** Refuses negative numbers, and snapshots of more than a hundred years. */
    public Retention {
        if (days < 0
                || weeks < 0
                || months < 0
                || years < 0
                || days > MAX_DAYS
                || weeks > MAX_DAYS / DAYS_PER_WEEK
                || months > MAX_DAYS / DAYS_PER_YEAR * MONTHS_PER_YEAR
                || years > MAX_DAYS / DAYS_PER_YEAR) {
            throw new IllegalArgumentException("snapshots are kept for 0 to " + MAX_DAYS + " days");
        }
    }

    /** Whether no snapshot is kept. */
    public boolean isEmpty() {
        return days == 0 && weeks == 0 && months == 0 && years == 0;
    }

    /**
     * The share of the stored data that snapshots keep beside it. A snapshot keeps what changed until the next younger one. Of data that
     * changed several times in between it keeps one state: in {@code n} days {@code 1 - (1 - change)^n} of the data change.
     *
     * @param changePerDay the share that changes a day
     */
    public double keptShare(double changePerDay) {
        double unchangedPerDay = 1 - Math.min(1, changePerDay);
        int single = 0;
        double longer = 0;
        int younger = 0;
        for (int age : ages()) {
            if (age - younger == 1) {
                single++;
            } else {
                // Not Math.pow, whose last bit differs from platform to platform: the page computes the same in a
                // browser.
                double unchanged = 1;
                for (int day = younger; day < age; day++) {
                    unchanged *= unchangedPerDay;
                }
                longer += 1 - unchanged;
            }
            younger = age;
        }
        return changePerDay * single + longer;
    }

    private SortedSet<Integer> ages() {
        SortedSet<Integer> ages = new TreeSet<>();
        for (int day = 1; day <= days; day++) {
            ages.add(day);
        }
        for (int week = 1; week <= weeks; week++) {
            ages.add(week * DAYS_PER_WEEK);
        }
        for (int month = 1; month <= months; month++) {
            ages.add((month * DAYS_PER_YEAR + MONTHS_PER_YEAR / 2) / MONTHS_PER_YEAR);
        }
        for (int year = 1; year <= years; year++) {
            ages.add(year * DAYS_PER_YEAR);
        }
        return ages;
    }

    /** As it is given: {@code 30d,8w,12m,3y}; {@code 0d} without snapshots. */
    public String text() {
        StringBuilder text = new StringBuilder();
        append(text, days, 'd');
        append(text, weeks, 'w');
        append(text, months, 'm');
        append(text, years, 'y');
        return text.isEmpty() ? "0d" : text.toString();
    }

    private static void append(StringBuilder text, int number, char unit) {
        if (number > 0) {
            text.append(text.isEmpty() ? "" : ",").append(number).append(unit);
        }
    }
}
