package io.compscan.core.source;

import io.compscan.result.Container;
import io.compscan.result.ReadError;
import java.util.List;

/** Hands everything on as it comes. A visitor that stands between a walk and another one overrides what it changes. */
public abstract class ForwardingVisitor implements SourceVisitor {

    /** Learns of everything. */
    protected final SourceVisitor visitor;

    /** Hands on to this visitor. */
    protected ForwardingVisitor(SourceVisitor visitor) {
        this.visitor = visitor;
    }

    @Override
    public void unit(Unit unit) throws InterruptedException {
        visitor.unit(unit);
    }

    @Override
    public void hardLink(long sizeBytes) {
        visitor.hardLink(sizeBytes);
    }

    @Override
    public void named(int nameBytes, long targetBytes) {
        visitor.named(nameBytes, targetBytes);
    }

    @Override
    public void directory() {
        visitor.directory();
    }

    @Override
    public void emptyDirectory() {
        visitor.emptyDirectory();
    }

    @Override
    public void names(byte[] names, int length) {
        visitor.names(names, length);
    }

    @Override
    public boolean wantsAttributes() {
        return visitor.wantsAttributes();
    }

    @Override
    public void attributes(List<FileAttribute> attributes, boolean isLink) {
        visitor.attributes(attributes, isLink);
    }

    @Override
    public void linkedDirectory(long linkCount) {
        visitor.linkedDirectory(linkCount);
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
