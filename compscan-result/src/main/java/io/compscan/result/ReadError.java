package io.compscan.result;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A path that could not be read, not be read whole, or that changed while it was read.
 *
 * @param path the path; bytes that are not valid UTF-8 and control characters appear as {@code \xNN}, a backslash as {@code \\}
 * @param kind what happened
 * @param unreadBytes how much of {@link Totals#unreadBytes} is due to it; null for {@link Kind#UNLISTED}, whose size is unknown
 * @param reason one line for a person
 */
public record ReadError(String path, Kind kind, @Nullable Long unreadBytes, String reason) {

    /** The fate of a path. */
    public enum Kind {
        /** It could not be opened or read. */
        UNREADABLE,
        /** It was gone when its turn came. */
        VANISHED,
        /** It ended before the size it had when it was found. */
        SHRANK,
        /** It grew; the bytes it had when it was found were read, so nothing counts as unread. */
        GREW,
        /**
         * It changed while it was read, or changed or went after an interrupted scan had read it. What was read counts, and nothing as
         * unread.
         */
        CHANGED,
        /** A directory reached again through a symbolic link, not entered a second time. */
        LOOP,
        /** A mount of what is mounted at another place too; each file counts once. Nothing is wrong. */
        MOUNTED_TWICE,
        /** A symbolic link to nothing, met while following links. */
        DANGLING,
        /** A stream that was written and not finished; what was written counts, and nothing as unread. */
        ABORTED,
        /** A packed stream with bytes of another kind behind its end, which are left out; nothing counts as unread. */
        TRAILING,
        /** The first of some files that seem to hold others and were not looked into; their own bytes count, and nothing as unread. */
        UNOPENED,
        /**
         * A directory or a prefix that could not be listed to its end, or a path whose kind and size could not be asked. The size of
         * everything below it is unknown.
         */
        UNLISTED;

        /** Whether data is missing from the result because of it. */
        public boolean isLoss() {
            return isUnread() || this == ABORTED;
        }

        /** Whether the path was read whole and is listed because it was not always the same. */
        public boolean isChange() {
            return this == GREW || this == CHANGED || this == ABORTED;
        }

        /** Whether the path is listed because it could not be read whole. */
        public boolean isUnread() {
            return !isChange() && !isNote() && this != LOOP;
        }

        /** Whether nothing is wrong with what was read, and something about it is worth a note. */
        public boolean isNote() {
            return this == MOUNTED_TWICE || this == TRAILING || this == UNOPENED;
        }
    }

    /** Refuses an unknown size where it is known. Documents of earlier versions have 0 where it is not. */
    public ReadError {
        if (kind == Kind.UNLISTED) {
            unreadBytes = null;
        } else if (unreadBytes == null) {
            throw new IllegalArgumentException("unreadBytes is missing for an error of the kind "
                    + kind.name().toLowerCase(Locale.ROOT));
        }
    }

    /** An error with the bytes that are missing because of it. */
    public ReadError(String path, Kind kind, long unreadBytes, String reason) {
        this(path, kind, Long.valueOf(unreadBytes), reason);
    }

    /** How many bytes are known to be missing because of it. */
    public long knownUnreadBytes() {
        return unreadBytes == null ? 0 : unreadBytes;
    }
}
