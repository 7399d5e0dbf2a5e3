package io.compscan.core.profile;

import io.compscan.core.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The profiles that come with compscan. */
public final class Profiles {

    /** Their names, in the order in which they are listed: primary storage, file systems, backup and archives. */
    private static final List<String> NAMES = List.of(
            "zfs-lz4-128k",
            ZfsFamily.NAME,
            VdoFamily.NAME,
            "vsan",
            "xtremio-x1",
            "xtremio-x2",
            "powermax",
            "ontap",
            "dorado-v3",
            "ceph-lz4",
            "ceph-zstd",
            "windows-dedup",
            "borg",
            "restic",
            "rustic",
            "casync",
            "proxmox-vm",
            "proxmox-pxar",
            "kopia",
            "veeam",
            "veeam-lan",
            "veeam-wan",
            "veeam-large",
            "commvault",
            "btrfs-zstd",
            "squashfs",
            "erofs",
            "xet",
            "zram-lz4");

    private Profiles() {}

    /** Their names. */
    public static List<String> names() {
        return NAMES;
    }

    /** All of them. */
    public static List<Profile> all() {
        return NAMES.stream().map(Profiles::load).toList();
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException if there is none, with one line for a person that suggests some
     */
    public static Profile named(String name) {
        if (isMember(name)) {
            return member(name);
        }
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("there is no profile '" + name + "'; " + hint(name));
        }
        return load(name);
    }

    /** The near names, else those whose system has this word in its title, such as a vendor's name, else all. */
    private static String hint(String name) {
        Pattern word = Pattern.compile("\\b" + Pattern.quote(name) + "\\b", Pattern.CASE_INSENSITIVE);
        List<String> titled = Spelling.near(name, NAMES).isEmpty() && !name.isBlank()
                ? all().stream()
                        .filter(profile -> word.matcher(profile.title()).find())
                        .map(Profile::name)
                        .toList()
                : List.of();
        return titled.isEmpty() ? Spelling.hint(name, NAMES) : "did you mean " + String.join(" or ", titled) + "?";
    }

    /**
     * The profiles of a list such as {@code vdo,borg}. Parameters follow the name of a family: {@code zfs:record=16k,dedup=on,vdo}.
     *
     * @throws IllegalArgumentException if one of them is not known
     */
    public static List<Profile> parse(String list) {
        List<String> names = new ArrayList<>();
        for (String part : list.split(",", -1)) {
            String item = part.replaceAll("^ +| +$", "");
            int last = names.size() - 1;
            if (item.indexOf('=') >= 0 && !isMember(item)) {
                if (last < 0 || !isMember(names.get(last))) {
                    throw new IllegalArgumentException("'" + item + "' is a parameter and no profile; a family with its"
                            + " parameters is " + ZfsFamily.NAME + ":KEY=VALUE,KEY=VALUE or " + VdoFamily.NAME
                            + ":KEY=VALUE");
                }
                names.set(last, names.get(last) + "," + item);
            } else {
                names.add(item);
            }
        }
        return names.stream().map(Profiles::named).toList();
    }

    /** The file of the one of this name; that of a member of a family has a name without parameters. */
    public static String toml(String name) {
        if (ZfsFamily.isMember(name)) {
            return ZfsFamily.toml(name, toml(ZfsFamily.NAME));
        }
        return VdoFamily.isMember(name)
                ? VdoFamily.toml(name, toml(VdoFamily.NAME))
                : new String(bytes(name), StandardCharsets.UTF_8);
    }

    /** Whether a name is that of a member of a family, with parameters. */
    private static boolean isMember(String name) {
        return ZfsFamily.isMember(name) || VdoFamily.isMember(name);
    }

    private static Profile member(String name) {
        byte[] file = toml(name).getBytes(StandardCharsets.UTF_8);
        try {
            return ProfileFile.parse(file, name)
                    .named(ZfsFamily.isMember(name) ? ZfsFamily.canonical(name) : VdoFamily.canonical(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Profile load(String name) {
        try {
            return ProfileFile.parse(bytes(name), name + ".toml");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String name) {
        try (InputStream in = Profiles.class.getResourceAsStream(name + ".toml")) {
            if (in == null) {
                throw new IllegalStateException("profile " + name + " is missing from the jar");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
