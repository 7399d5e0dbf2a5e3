package io.compscan.core.estimate;

import io.compscan.core.statistics.Interval;
import io.compscan.result.EstimateResult;
import io.compscan.result.ReadError;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of an estimate beside its tables, between two extents.
 *
 * @param format always {@value #FORMAT}
 * @param version of the format, {@value #VERSION}
 * @param origin the command that has begun it
 * @param frame the data that it is an estimate of
 * @param schemes for each scheme its description, with the way in which chunks are told apart
 * @param position how far it is
 * @param levels of the tables, one for each scheme
 * @param errors what the complete passes could not read
 */
public record PartState(
        String format,
        int version,
        Origin origin,
        FrameDigest frame,
        List<String> schemes,
        Position position,
        List<Levels> levels,
        List<ReadError> errors) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-part";
    /** The version of the format. */
    public static final int VERSION = 2;

    /** Copies the lists. */
    public PartState {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(frame, "frame");
        Objects.requireNonNull(position, "position");
        schemes = List.copyOf(schemes);
        levels = List.copyOf(levels);
        errors = List.copyOf(errors);
    }

    /**
     * The command that has begun an estimate.
     *
     * @param toolVersion of compscan
     * @param arguments of the command
     * @param workingDirectory of the command; paths may be relative to it
     */
    public record Origin(String toolVersion, List<String> arguments, String workingDirectory) {

        /** Copies the list. */
        public Origin {
            Objects.requireNonNull(toolVersion, "toolVersion");
            Objects.requireNonNull(workingDirectory, "workingDirectory");
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * How far an estimate is.
     *
     * @param plan which samples are read
     * @param extended whether an earlier plan was extended by this one
     * @param share of the last complete pass; 0 before the first. A table may have more extents, which belong to the pass that follows
     * @param elapsedNanos that reading has taken
     * @param answers for each scheme and compressor
     * @param last the result of that pass; null before the first
     */
    public record Position(
            PassPlan plan,
            boolean extended,
            double share,
            long elapsedNanos,
            List<List<Answer>> answers,
            @Nullable EstimateResult last) {

        /** Copies the lists. */
        public Position {
            Objects.requireNonNull(plan, "plan");
            answers = answers.stream().map(List::copyOf).toList();
            if (!(share >= 0 && share <= 1) || elapsedNanos < 0 || (last == null) != (share == 0)) {
                throw new IllegalArgumentException("share " + share + " after " + elapsedNanos + " ns");
            }
        }
    }

    /**
     * The intervals of one scheme and compressor that all looks so far have in common.
     *
     * @param unique bytes; null before the first look
     * @param physical bytes; likewise
     */
    public record Answer(
            @Nullable Interval unique, @Nullable Interval physical) {}

    /**
     * Which chunks a table keeps.
     *
     * @param kept the level of the chunks that it keeps
     * @param sized the level of the chunks that are compressed
     */
    public record Levels(int kept, int sized) {}
}
