package io.compscan.core.fold.ledger;

import org.jspecify.annotations.Nullable;

/** The directory, file type and perhaps machine that a unit is charged to. Any thread adds. */
public final class Account {

    private final DirectoryNode directory;
    private final String type;
    private final @Nullable Machine machine;
    private final long group;
    /** Its place in the last list of accounts. */
    private int number = -1;

    /** @param group tells it from all others, also from those of deeper directories that the tree has folded into this one */
    Account(DirectoryNode directory, String type, @Nullable Machine machine, long group) {
        this.directory = directory;
        this.type = type;
        this.machine = machine;
        this.group = group;
    }

    /** The reading of a unit has begun. */
    public void addFile() {
        add(1, 0, 0);
    }

    /** Bytes of a unit have been read. */
    public void addScanned(long bytes) {
        add(0, bytes, 0);
    }

    /** Adds to the bytes that belong to chunks of nothing but zeros. */
    public void addZeros(long bytes) {
        add(0, 0, bytes);
    }

    void add(long files, long scanned, long zeros) {
        directory.add(files, scanned, zeros);
        if (machine != null) {
            machine.sums().add(files, scanned, zeros);
        }
    }

    /** Forgets the sums of the directory and the machine, those of their other accounts included. */
    void forget() {
        directory().sums().clear();
        if (machine != null) {
            machine.sums().clear();
        }
    }

    DirectoryNode directory() {
        return directory.live();
    }

    String type() {
        return type;
    }

    @Nullable Machine machine() {
        return machine;
    }

    long group() {
        return group;
    }

    int number() {
        return number;
    }

    void setNumber(int newNumber) {
        number = newNumber;
    }
}
