package io.compscan.core.fold;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.compress.WeightCodec;
import java.io.Serializable;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The share of the distinct chunks that a compressor is given; see {@code docs/internals/sampling.md}.
 *
 * @param kind how the share is chosen
 * @param rate the share of the distinct chunks if {@code kind} is {@link Kind#RATE}, else 1
 */
public record CompressSample(Kind kind, double rate) implements Serializable {

    /** How the share is chosen. */
    public enum Kind {
        /** {@link #AUTO} for every compressor, because nothing else was asked for. */
        BY_COMPRESSOR,
        /** As many chunks as a 95 % interval of at most 0.4 % to either side needs, whatever comes. */
        AUTO,
        /** All chunks. */
        OFF,
        /** A share that was asked for; more where so little data makes the sample too small. */
        RATE,
        /** All chunks with a quick compressor, and a sample of their blocks with the slow one that was asked for; nobody asks for it. */
        BLOCKS
    }

    /** The default. */
    public static final CompressSample BY_COMPRESSOR = new CompressSample(Kind.BY_COMPRESSOR, 1);
    /** Samples as far as 0.4 % of uncertainty allows. */
    public static final CompressSample AUTO = new CompressSample(Kind.AUTO, 1);
    /** Compresses a sample of blocks; see {@link io.compscan.core.fold.calibrate.BlockSample}. */
    static final CompressSample OF_BLOCKS = new CompressSample(Kind.BLOCKS, 1);
    /** Compresses everything. */
    public static final CompressSample OFF = new CompressSample(Kind.OFF, 1);

    /** At a lower rate a terabyte would leave no sample. */
    private static final double MIN_RATE = 1e-9;

    private static final Pattern FRACTION = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})");
    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?) ?%");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(?:\\.[0-9]{1,12})?");

    /** Refuses a rate out of range. */
    public CompressSample {
        if (!(rate >= MIN_RATE && rate <= 1)) {
            throw new IllegalArgumentException("a sample of " + rate + " of the chunks is not in 1e-9 to 1");
        }
    }

    /**
     * Parses {@code auto}, {@code off}, or a rate such as {@code 10%}, {@code 0.1} or {@code 1/64}.
     *
     * @throws IllegalArgumentException with one line for a person
     */
    public static CompressSample parse(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "auto" -> AUTO;
            case "off" -> OFF;
            default -> {
                double rate = rate(text);
                if (!(rate >= MIN_RATE && rate <= 1)) {
                    throw new IllegalArgumentException(
                            "'" + text + "' is not auto, off or a rate such as 10%, 0.1 or 1/64");
                }
                yield new CompressSample(Kind.RATE, rate);
            }
        };
    }

    private static double rate(String text) {
        Matcher fraction = FRACTION.matcher(text);
        if (fraction.matches()) {
            return (double) Long.parseLong(fraction.group(1)) / Long.parseLong(fraction.group(2));
        }
        Matcher percent = PERCENT.matcher(text);
        if (percent.matches()) {
            return Double.parseDouble(percent.group(1)) / 100;
        }
        return DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    }

    /** Canonical: {@code by-compressor}, {@code auto}, {@code off}, or the rate as a decimal. */
    public String name() {
        return switch (kind) {
            case BY_COMPRESSOR -> "by-compressor";
            case AUTO -> "auto";
            case OFF -> "off";
            case RATE -> Double.toString(rate);
            case BLOCKS -> "blocks";
        };
    }

    @Override
    public String toString() {
        return name();
    }

    /**
     * The sample with this {@link #name}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static CompressSample named(String name) {
        return switch (name) {
            case "by-compressor" -> BY_COMPRESSOR;
            case "auto" -> AUTO;
            case "off" -> OFF;
            case "blocks" -> OF_BLOCKS;
            default -> new CompressSample(Kind.RATE, Double.parseDouble(name));
        };
    }

    /** Whether the user asked to leave chunks out, whatever the compressor. */
    public boolean asksForSample() {
        return kind == Kind.AUTO || (kind == Kind.RATE && rate < 1);
    }

    /** The same for one compressor, never {@link Kind#BY_COMPRESSOR}. A codec that only counts bytes counts them all. */
    public CompressSample of(CompressorSpec compressor) {
        if (WeightCodec.isNamed(compressor.codec())) {
            return OFF;
        }
        return kind == Kind.BY_COMPRESSOR && !compressor.codec().equals("none") ? AUTO : asAsked();
    }

    /** Where nothing is compressed, there is no sample. */
    private CompressSample asAsked() {
        return kind == Kind.BY_COMPRESSOR ? OFF : this;
    }

    /** The rule that chooses the chunks of one compressor. */
    SampleRule rule() {
        return switch (kind) {
            case OFF, BLOCKS -> SampleRule.EVERYTHING;
            case AUTO -> SampleRule.AUTO;
            case RATE -> SampleRule.atLeast(rate);
            case BY_COMPRESSOR -> throw new IllegalStateException("for which compressor?");
        };
    }
}
