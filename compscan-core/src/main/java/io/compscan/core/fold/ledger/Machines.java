package io.compscan.core.fold.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The machines whose disk images are met: a directory with VMDK files, which come several to a machine, or else the image itself.
 *
 * <p>A tree may hold as many images as files. Beyond a limit all further ones share one name. One thread at a time.
 */
final class Machines {

    private static final int MAX_MACHINES = 16_384;
    private static final String REST = "(other)";
    private static final String SEVERAL_TO_A_MACHINE = "vmdk";
    private static final Set<String> ONE_TO_A_MACHINE = Set.of("qcow2", "vhd", "vhdx", "vdi", "img", "raw");

    private final String separator;
    private final Map<String, Machine> machines = new HashMap<>();

    Machines(String separator) {
        this.separator = separator;
    }

    /** The machine that the unit is an image of, null if it is none. */
    @Nullable Machine of(String unitName, String extension) {
        if (extension.equals(SEVERAL_TO_A_MACHINE)) {
            int end = unitName.lastIndexOf(separator);
            return named(end < 0 ? "." : end == 0 ? separator : unitName.substring(0, end));
        }
        return ONE_TO_A_MACHINE.contains(extension) ? named(unitName) : null;
    }

    Machine named(String name) {
        Machine known = machines.get(name);
        if (known != null) {
            return known;
        }
        int named = machines.size() - (machines.containsKey(REST) ? 1 : 0);
        String key = named < MAX_MACHINES - 1 ? name : REST;
        return machines.computeIfAbsent(key, unused -> new Machine(key, new Sums()));
    }

    /** The machines with bytes read and the needed ones, in ascending order of the name. */
    List<Machine> list(Collection<Machine> needed) {
        List<Machine> list = new ArrayList<>();
        for (Machine machine : machines.values()) {
            if (!machine.sums().isZero() || needed.contains(machine)) {
                list.add(machine);
            }
        }
        list.sort(Comparator.comparing(Machine::name));
        return list;
    }
}
