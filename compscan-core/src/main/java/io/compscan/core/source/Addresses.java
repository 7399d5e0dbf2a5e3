package io.compscan.core.source;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses without their secrets. Some people write a password into an address, as in {@code nbd://user:PASSWORD@host/}, and results go to
 * other people.
 */
public final class Addresses {

    private static final String MASK = "***";

    /** The scheme and all that follows up to a blank or a quote. Compiled for the few texts that have an address. */
    private static final String ADDRESS = "[A-Za-z][A-Za-z0-9+.-]*://[^\\s'\"]+";

    private Addresses() {}

    /** The text with three stars in place of each password in an address. */
    public static String masked(String text) {
        if (!text.contains("://") || text.indexOf('@') < 0) {
            return text;
        }
        return Pattern.compile(ADDRESS)
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(maskedAddress(found.group())));
    }

    /**
     * What stands between the first colon and an at sign. A secret may have slashes, so where something other than a port follows the colon,
     * the last at sign counts.
     */
    private static String maskedAddress(String address) {
        int start = address.indexOf("://") + 3;
        int slash = address.indexOf('/', start);
        String authority = address.substring(start, slash < 0 ? address.length() : slash);
        int colon = authority.indexOf(':');
        int at = authority.lastIndexOf('@');
        if (colon < 0 || (at >= 0 && at < colon)) {
            return address;
        }
        if (at < 0) {
            boolean isPort = authority.substring(colon + 1).chars().allMatch(c -> c >= '0' && c <= '9');
            at = isPort ? -1 : address.lastIndexOf('@') - start;
        }
        return at <= colon ? address : address.substring(0, start + colon + 1) + MASK + address.substring(start + at);
    }
}
