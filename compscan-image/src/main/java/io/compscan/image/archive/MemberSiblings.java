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
 * What the bytes of a member may lead to: other members of its archive. An OVA holds disks and their descriptors. A name with a slash in
 * front begins at the archive.
 *
 * @param members all of them, by their names in the archive
 * @param member the name of the one that names others
 */
record MemberSiblings(Map<String, Unit> members, String member) implements Siblings {

    /** The way from each of the units that lie in the container of this name. */
    static Function<Unit, Siblings> of(List<Unit> units, String container) {
        int prefix = container.length() + PathName.SEPARATOR.length();
        Map<String, Unit> members = new HashMap<>();
        // Where a name comes twice, the later file is the one that unpacking leaves.
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
