package io.compscan.core.source.view;

import io.compscan.core.source.ForwardingVisitor;
import io.compscan.core.source.NamePieces;
import io.compscan.core.source.PathName;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.result.Container;
import io.compscan.result.ReadError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Hands on what lies in containers, and everything else as it comes. One thread. */
final class LookingVisitor extends ForwardingVisitor {

    private final Source source;
    private final Views views;
    private final Survey survey;
    private final @Nullable View forced;
    private final @Nullable String part;
    private final @Nullable Trimming trimming;
    private final UnopenedUnits unopened = new UnopenedUnits();

    LookingVisitor(
            Source source,
            Views views,
            Survey survey,
            SourceVisitor visitor,
            @Nullable View forced,
            @Nullable String part,
            @Nullable Trimming trimming) {
        super(visitor);
        this.source = source;
        this.views = views;
        this.survey = survey;
        this.forced = forced;
        this.part = part;
        this.trimming = trimming;
    }

    @Override
    public void unit(Unit unit) throws InterruptedException {
        if (survey.isConsumed(unit)) {
            visitor.skipped(Skip.CONSUMED);
        } else if (forced != null) {
            look(unit, source.siblings(unit), forced, null);
        } else {
            Views.Match match = views.match(unit);
            View view = match.view();
            boolean isImage = view != null && view.kind() == View.Kind.IMAGES;
            unopened.add(match.format(), unit);
            handOn(unit, null, source.siblings(unit), view, isImage ? survey.look(unit) : null);
        }
    }

    /** @param outer what has shown the unit; null for one of the source */
    private void handOn(
            Unit unit, View.@Nullable Kind outer, Siblings siblings, @Nullable View view, @Nullable Look seen)
            throws InterruptedException {
        if (view == null) {
            visitor.unit(trimming == null ? unit : trimming.apply(unit, outer == View.Kind.PARTITIONS));
        } else {
            look(unit, siblings, view, seen);
        }
    }

    private void look(Unit unit, Siblings siblings, View view, @Nullable Look seen) throws InterruptedException {
        Look look = seen;
        if (look == null) {
            try {
                look = view.look(unit, siblings, view == forced ? part : null);
            } catch (IOException e) {
                String reason = ReadErrors.of(unit.name(), e, 0).reason();
                visitor.unit(new UnreadableUnit(unit, view.name() + ": " + reason));
                return;
            }
        }
        visitor.container(container(unit, view, look));
        String itsPart = view == forced ? part : null;
        NamePieces names = new NamePieces(visitor);
        Members members = Members.of(look, views.inside(view.kind()), visitor::isStopped);
        for (int i = 0; i < look.units().size() && !visitor.isStopped(); i++) {
            Unit one = look.units().get(i);
            names.add(PathName.lastName(one.name()).getBytes(StandardCharsets.UTF_8));
            ViewedUnit member = new ViewedUnit(one, unit, view.name(), itsPart, i);
            String refusal = members.refusal(one, i);
            if (members.isConsumed(one)) {
                visitor.skipped(Skip.CONSUMED);
            } else if (refusal != null) {
                visitor.unit(new UnreadableUnit(member, refusal));
            } else {
                Views.Match match = members.match(i);
                unopened.add(match.format(), member);
                handOn(member, view.kind(), look.siblings().apply(one), match.view(), members.look(i));
            }
        }
        names.handOver();
    }

    /** Tells which units seem to hold others and were handed on as they are. */
    void end() {
        unopened.errors().forEach(visitor::error);
    }

    private static Container container(Unit unit, View view, Look look) {
        long virtualBytes = 0;
        for (Unit one : look.units()) {
            virtualBytes += Math.max(0, one.sizeBytes());
        }
        long fileBytes = Math.max(0, unit.sizeBytes());
        for (Unit one : look.consumed()) {
            fileBytes += one.sizeBytes();
        }
        return new Container(
                unit.name(),
                view.name(),
                look.units().size(),
                virtualBytes,
                fileBytes,
                look.chainLength(),
                look.consumed().size());
    }

    /** Counts the units that seem to hold others and are not looked into, by their formats. One thread. */
    private static final class UnopenedUnits {

        private record Sum(String first, long count, long bytes) {}

        private final Map<String, Sum> sums = new TreeMap<>();

        /**
         * Adds a unit.
         *
         * @param format its format; null if it is no such unit. One that begins with a dot is an extension, of which the content knows nothing
         */
        void add(@Nullable String format, Unit unit) {
            if (format != null) {
                Sum one = new Sum(unit.name(), 1, unit.sizeBytes());
                sums.merge(format, one, (all, next) -> new Sum(all.first, all.count + 1, all.bytes + next.bytes));
            }
        }

        /** A note for each format, at the name of its first unit. */
        List<ReadError> errors() {
            List<ReadError> errors = new ArrayList<>();
            sums.forEach((format, sum) -> {
                String files = sum.count == 1 ? "1 file" : sum.count + " files";
                String reason = format.startsWith(".")
                        ? files + " of " + sum.bytes + " bytes named " + format
                                + " but of another format, so not looked into"
                        : files + " of " + sum.bytes + " bytes in the format " + format + ", not looked into";
                errors.add(new ReadError(sum.first, ReadError.Kind.UNOPENED, 0, reason));
            });
            return errors;
        }
    }
}
