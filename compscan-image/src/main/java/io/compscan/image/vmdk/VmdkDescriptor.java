package io.compscan.image.vmdk;

import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text that describes a VMDK, in a file of its own or in its only extent.
 *
 * <pre>
 *   CID=3f1a90c2
 *   parentCID=ffffffff
 *   createType="twoGbMaxExtentSparse"
 *   parentFileNameHint="base.vmdk"
 *   RW 4192256 SPARSE "disk-s001.vmdk"
 *   RW 4192256 FLAT "disk-f001.vmdk" 0
 * </pre>
 *
 * @param createType what sort of VMDK it is
 * @param contentId changes whenever the disk does, in hexadecimal
 * @param parentContentId the content id of the parent when this image was made; null if there is no parent
 * @param parentName where the parent lies; null if there is none
 * @param extents in the order of the disk
 */
record VmdkDescriptor(
        String createType,
        String contentId,
        @Nullable String parentContentId,
        @Nullable String parentName,
        List<Extent> extents) {

    /** How a descriptor in a file of its own begins. */
    static final String MAGIC = "# Disk DescriptorFile";

    private static final int SECTOR_BYTES = 512;
    private static final String NO_PARENT = "ffffffff";
    private static final Pattern EXTENT = Pattern.compile(
            "(RW|RDONLY|NOACCESS)\\s+(\\d{1,16})\\s+([A-Za-z]+)(?:\\s+\"([^\"]*)\"(?:\\s+(\\d{1,16}))?.*)?");
    private static final Pattern SETTING = Pattern.compile("([A-Za-z0-9_.:]+)\\s*=\\s*\"?([^\"]*)\"?\\s*");

    /**
     * A part of the disk.
     *
     * @param sizeBytes its length
     * @param type such as {@code SPARSE}, upper case
     * @param name its file, null if it has none
     * @param startBytes where in the file it begins, if it is flat
     */
    record Extent(long sizeBytes, String type, @Nullable String name, long startBytes) {}

    /** Parses the text; refuses what cannot be read right. */
    static VmdkDescriptor parse(byte[] text) throws IOException {
        Map<String, String> settings = new HashMap<>();
        List<Extent> extents = new ArrayList<>();
        int end = 0;
        while (end < text.length && text[end] != 0) {
            end++;
        }
        for (String line :
                new String(text, 0, end, StandardCharsets.UTF_8).lines().toList()) {
            String plain = line.strip();
            Matcher extent = EXTENT.matcher(plain);
            Matcher setting = SETTING.matcher(plain);
            if (extent.matches()) {
                extents.add(extent(extent));
            } else if (!plain.startsWith("#") && setting.matches()) {
                settings.putIfAbsent(setting.group(1).toLowerCase(Locale.ROOT), setting.group(2));
            }
        }
        if (settings.keySet().stream().anyMatch(key -> key.startsWith("encryption."))) {
            throw new IOException("it is encrypted");
        }
        String parentId = settings.getOrDefault("parentcid", NO_PARENT).toLowerCase(Locale.ROOT);
        boolean hasParent = !parentId.equals(NO_PARENT);
        String parentName = settings.get("parentfilenamehint");
        if (hasParent && parentName == null) {
            throw new IOException("damaged: it has a parent that it does not name");
        }
        return new VmdkDescriptor(
                settings.getOrDefault("createtype", ""),
                settings.getOrDefault("cid", "").toLowerCase(Locale.ROOT),
                hasParent ? parentId : null,
                hasParent ? parentName : null,
                List.copyOf(extents));
    }

    private static Extent extent(Matcher line) throws IOException {
        try {
            long size = Math.multiplyExact(Long.parseLong(line.group(2)), SECTOR_BYTES);
            long start = line.group(5) == null ? 0 : Math.multiplyExact(Long.parseLong(line.group(5)), SECTOR_BYTES);
            if (line.group(1).equals("NOACCESS")) {
                throw new IOException("it has an extent that nobody may read");
            }
            return new Extent(size, line.group(3).toUpperCase(Locale.ROOT), line.group(4), start);
        } catch (ArithmeticException e) {
            throw new IOException("damaged: an extent of " + PathName.of(line.group(2)) + " sectors", e);
        }
    }
}
