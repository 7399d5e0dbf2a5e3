package io.compscan.result;

/** An error that an interval or a range holds. */
public enum Cover {
    /** A sample was compressed or counted. */
    SAMPLING("sampling error"),
    /** The system draws at random where chunks end. */
    DRAWS("the system's random draws"),
    /** The system packs in the order of the data, which is not known. */
    ORDER("the unknown order of the data"),
    /** The writer flushes, and what the system packs then depends on how much is on its way. */
    FLUSHES("what is on its way at a flush"),
    /** Names and attributes compress now better, now worse. */
    METADATA("metadata"),
    /** The system's index may forget a chunk before its duplicate comes; a sample says how many, or nothing where the order is not known. */
    WINDOW("duplicates that its index may forget"),
    /** The deviations of the model that its {@link Evidence} has. */
    MODEL("the model's deviations"),
    /** Growth was assumed to lie between two values. */
    GROWTH("growth");

    private final String words;

    Cover(String words) {
        this.words = words;
    }

    /** Whether nobody knows how probable the values between the ends are, so that the ends are the least and the most that is expected. */
    public boolean isRange() {
        return this == ORDER || this == FLUSHES || this == GROWTH;
    }

    /** The error in words. */
    public String words() {
        return words;
    }
}
