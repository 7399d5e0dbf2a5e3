package io.compscan.image.archive;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The other members of an archive, which the bytes of one member may name. An OVA holds disks and their descriptors. A name with a slash in
 * front begins at the archive.
 *
 * @param members all of them, by their names in the archive
 * @param member the name of the member whose bytes name others
 */
record MemberSiblings(Map<String, Unit> members, String member) implements Siblings {

    /** The siblings of each unit in the container of this name. */
    static Function<Unit, Siblings> of(List<Unit> units, String container) {
        int prefix = container.length() + PathName.SEPARATOR.length();
        Map<String, Unit> members = new HashMap<>();
        // Where a name occurs twice, unpacking leaves the later file.
        units.forEach(unit -> members.put(Siblings.resolved("", unit.name().substring(prefix)), unit));
        return unit -> new MemberSiblings(members, unit.name().substring(prefix));
    }

    @Override
    public Sibling open(String name) throws IOException {
        String shown = PathName.of(name);
        String other = Siblings.resolved(member, shown);
        Unit found = members.get(other);
        if (found == null) {
            throw new IOException("it names \"" + shown + "\", which is not in the archive");
        }
        if (found.sizeBytes() < 0) {
            throw new IOException("it names \"" + shown + "\", which is compressed in the archive");
        }
        return new Sibling(found, new MemberSiblings(members, other));
    }
}
