package io.compscan.core.source.view;

import io.compscan.core.result.Container;
import io.compscan.core.result.ReadError;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Hands on what lies in containers, and everything else as it comes. One thread. */
final class LookingVisitor implements SourceVisitor {

    private final Source source;
    private final Views views;
    private final Survey survey;
    private final SourceVisitor visitor;
    private final @Nullable View forced;
    private final @Nullable String part;
    private final @Nullable Trimming trimming;

    LookingVisitor(
            Source source,
            Views views,
            Survey survey,
            SourceVisitor visitor,
            @Nullable View forced,
            @Nullable String part,
            @Nullable Trimming trimming) {
        this.source = source;
        this.views = views;
        this.survey = survey;
        this.visitor = visitor;
        this.forced = forced;
        this.part = part;
        this.trimming = trimming;
    }

    @Override
    public void unit(Unit unit) throws InterruptedException {
        if (survey.isConsumed(unit)) {
            visitor.skipped(Skip.CONSUMED);
        } else if (forced != null) {
            look(unit, source.siblings(unit), forced);
        } else {
            probe(unit, source.siblings(unit), views);
        }
    }

    private void probe(Unit unit, Siblings siblings, Views applicable) throws InterruptedException {
        View view = null;
        if (applicable.isCandidate(unit)) {
            try {
                view = applicable.matching(Head.of(unit));
            } catch (IOException e) {
                // The scan will fail to read it in the same way, and say so.
            }
        }
        if (view == null) {
            visitor.unit(trimming == null ? unit : trimming.apply(unit));
        } else {
            look(unit, siblings, view);
        }
    }

    private void look(Unit unit, Siblings siblings, View view) throws InterruptedException {
        Look look = forced == null ? survey.look(unit) : null;
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
        Views inside = views.inside(view.kind());
        int number = 0;
        for (Unit one : look.units()) {
            if (visitor.isStopped()) {
                return;
            }
            String itsPart = view == forced ? part : null;
            probe(new ViewedUnit(one, unit, view.name(), itsPart, number++), look.siblings(), inside);
        }
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

    @Override
    public void hardLink(long sizeBytes) {
        visitor.hardLink(sizeBytes);
    }

    @Override
    public void directory() {
        visitor.directory();
    }

    @Override
    public void skipped(Skip skip) {
        visitor.skipped(skip);
    }

    @Override
    public void container(Container container) {
        visitor.container(container);
    }

    @Override
    public void error(ReadError error) {
        visitor.error(error);
    }

    @Override
    public boolean isStopped() {
        return visitor.isStopped();
    }
}
