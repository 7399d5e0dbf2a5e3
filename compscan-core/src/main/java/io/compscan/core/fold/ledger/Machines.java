package io.compscan.core.fold.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The machines whose disk images are met. An image is a machine, but VMDK files come several to a machine.
 *
 * <p>VMware names the disks of a machine after its directory: {@code web/web.vmdk}, {@code web/web_1.vmdk}. These are the machine
 * {@code web}, and so is all that an OVA holds. Another VMDK file is a machine of its own, with its extents and snapshots.
 *
 * <p>A tree may hold as many images as files. Beyond a limit all further ones share one name. One thread at a time.
 */
final class Machines {

    private static final int MAX_MACHINES = 16_384;
    private static final String REST = "(other)";
    private static final String SEVERAL_TO_A_MACHINE = "vmdk";
    /** VMware puts it between the name of a disk and the extension: {@code -flat} of an extent, {@code -000001} of a snapshot. */
    private static final Pattern PART = Pattern.compile("(-(flat|delta|sesparse|ctk|rdmp?|[sf]\\d{3}|\\d{6}))+$");

    private static final Set<String> ONE_TO_A_MACHINE = Set.of("qcow2", "vhd", "vhdx", "vdi", "img", "raw");

    private final String separator;
    private final Map<String, Machine> machines = new HashMap<>();

    Machines(String separator) {
        this.separator = separator;
    }

    /** The machine that the unit is an image of, null if it is none. */
    @Nullable Machine of(String unitName, String extension) {
        if (extension.equals(SEVERAL_TO_A_MACHINE)) {
            return named(machineOfVmdk(unitName));
        }
        return ONE_TO_A_MACHINE.contains(extension) ? named(unitName) : null;
    }

    private String machineOfVmdk(String unitName) {
        int end = unitName.lastIndexOf(separator);
        int begin = end < 0 ? 0 : end + separator.length();
        int dot = unitName.lastIndexOf('.');
        int stemEnd = dot > begin ? dot : unitName.length();
        String disk = PART.matcher(unitName.substring(begin, stemEnd)).replaceFirst("");
        if (end > 0) {
            String directory = unitName.substring(0, end);
            String name = directory.substring(directory.lastIndexOf(separator) + 1);
            if (isNamedAfter(disk, name) || name.toLowerCase(Locale.ROOT).endsWith(".ova")) {
                return directory;
            }
        }
        return unitName.substring(0, begin) + disk + unitName.substring(stemEnd);
    }

    /** {@code web_1}, {@code web-disk1} and {@code web} are named after {@code web}, {@code web2} is not. */
    private static boolean isNamedAfter(String disk, String directory) {
        return disk.regionMatches(true, 0, directory, 0, directory.length())
                && (disk.length() == directory.length() || !Character.isLetterOrDigit(disk.charAt(directory.length())));
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
