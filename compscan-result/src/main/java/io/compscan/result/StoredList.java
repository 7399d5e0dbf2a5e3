package io.compscan.result;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.function.UnaryOperator;

/**
 * A list of rows that are too many for memory. It never changes; a {@link ScanResult} relies on that and does not copy it.
 *
 * <p>Readers should walk it from its front; {@link #get} may have to read rows before.
 */
public abstract class StoredList<E> extends AbstractList<E> {

    /** A list of which the rows lie elsewhere. */
    protected StoredList() {}

    /** A view of the list with each row changed when it is read. */
    StoredList<E> mapped(UnaryOperator<E> change) {
        StoredList<E> rows = this;
        return new StoredList<>() {
            @Override
            public int size() {
                return rows.size();
            }

            @Override
            public E get(int index) {
                return change.apply(rows.get(index));
            }

            @Override
            public Iterator<E> iterator() {
                Iterator<E> all = rows.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return all.hasNext();
                    }

                    @Override
                    public E next() {
                        return change.apply(all.next());
                    }
                };
            }
        };
    }
}
