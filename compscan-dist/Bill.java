import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The bill of materials and the file of rights of one tree that is handed out; each file in the tree has a component, and each component a licence.
 *
 * <pre>
 *   java -cp compscan.jar Bill.java make  MAVEN_BILL TREE REPOSITORY    writes TREE/share/doc/compscan.cdx.json and TREE/share/doc/copyright
 *   java -cp compscan.jar Bill.java check TREE REPOSITORY               compares both with what is in the tree
 * </pre>
 *
 * Maven's bill knows jars. This adds what Maven does not know: parts within jars ({@code third-party.json}), native libraries, the Java runtime with
 * its modules, its libraries and what these contain, and libraries of Debian. Who owns an entry of a shaded jar is found by its name and checksum
 * in the jars of the local Maven repository.
 */
final class Bill {
    private static final Pattern NATIVE = Pattern.compile(".*\\.(so|dll|dylib|jnilib|a)");
    private static final Pattern COPYRIGHT = Pattern.compile("^[\\s*#]*Copyright\\s+(?:\\([cC]\\)|©)?\\s*([0-9].*)$", Pattern.MULTILINE);
    /** What the shading of jars makes anew; it has no owner. */
    private static final Pattern MERGED = Pattern.compile("META-INF/(MANIFEST\\.MF|NOTICE|LICENSE|DEPENDENCIES|services/.*)");

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Path tree;
    private final Path repository;
    private final JsonNode notes;
    private final Path here = Path.of(System.getProperty("compscan.dist", ".")).toAbsolutePath();

    private Bill(Path tree, Path repository) throws IOException {
        this.tree = tree;
        this.repository = repository;
        this.notes = JSON.readTree(here.resolve("third-party.json").toFile());
    }

    public static void main(String[] words) throws Exception {
        if (words.length == 4 && words[0].equals("make")) {
            new Bill(Path.of(words[2]), Path.of(words[3])).make(Path.of(words[1]));
        } else if (words.length == 3 && words[0].equals("check")) {
            new Bill(Path.of(words[1]), Path.of(words[2])).check();
        } else {
            System.err.println("Bill: make MAVEN_BILL TREE REPOSITORY | check TREE REPOSITORY");
            System.exit(2);
        }
    }

    private Path document() {
        return tree.resolve("share/doc/compscan.cdx.json");
    }

    private Path rights() {
        return tree.resolve("share/doc/copyright");
    }

    private void make(Path maven) throws Exception {
        ObjectNode bill = (ObjectNode) JSON.readTree(maven.toFile());
        ArrayNode components = (ArrayNode) bill.get("components");
        Map<String, ObjectNode> byName = new HashMap<>();
        for (JsonNode component : components) {
            byName.put(component.get("name").asText(), (ObjectNode) component);
        }
        for (JsonNode part : notes.get("parts")) {
            ObjectNode within = required(byName.get(part.get("within").asText()), part.get("within").asText());
            ObjectNode added = part(part, within);
            nested(within).add(added);
            byName.put(part.get("name").asText(), added);
        }
        for (Map.Entry<String, TreeMap<String, String>> owned : natives().entrySet()) {
            ObjectNode owner = required(byName.get(owned.getKey()), owned.getKey());
            owned.getValue().forEach((name, digest) -> nested(owner).add(file(name, digest)));
        }
        if (Files.isDirectory(tree.resolve("runtime"))) {
            components.add(runtime());
        }
        for (Path copyright : debian()) {
            String[] name = Files.readString(copyright.resolveSibling("version")).strip().split(" ");
            ObjectNode library = component("library", name[0], name[1], "the file usr/share/doc/" + name[0] + "/copyright");
            library.put("purl", "pkg:deb/debian/" + name[0] + "@" + name[1] + "?arch=" + name[2]);
            components.add(library);
        }
        Files.createDirectories(document().getParent());
        Files.writeString(document(), JSON.writeValueAsString(bill) + "\n");
        Files.writeString(rights(), copyright(components));
    }

    private static <T> T required(T value, String name) {
        if (value == null) {
            throw new IllegalStateException("third-party.json: there is no component " + name);
        }
        return value;
    }

    private ObjectNode part(JsonNode part, ObjectNode within) throws Exception {
        String name = part.get("name").asText();
        ObjectNode added = component(part.get("type").asText(), name, null, part.get("licence").asText());
        added.put("copyright", part.get("copyright").asText());
        if (part.has("group")) {
            added.put("group", part.get("group").asText());
        }
        if (name.equals("echarts")) {
            String version = System.getProperty("compscan.echarts");
            added.put("version", required(version, "version of echarts"));
            added.put("purl", "pkg:maven/org.webjars/echarts@" + version + "?type=jar");
        } else if (name.equals("zstd")) {
            // The bindings count their own releases after those of the library.
            added.put("version", within.get("version").asText().replaceFirst("-.*", ""));
        }
        if (part.has("entry")) {
            try (ZipFile jar = new ZipFile(tree.resolve("lib").resolve(part.get("jar").asText()).toFile());
                    InputStream in = jar.getInputStream(required(jar.getEntry(part.get("entry").asText()), part.get("entry").asText()))) {
                nested(added).add(file(part.get("entry").asText(), sha256(in)));
            }
        }
        return added;
    }

    private ObjectNode runtime() throws Exception {
        Map<String, String> release = release();
        ObjectNode runtime = component("platform", "OpenJDK", release.getOrDefault("JAVA_RUNTIME_VERSION", release.get("JAVA_VERSION")), null);
        licences(runtime, "GPL-2.0-only WITH Classpath-exception-2.0");
        runtime.putObject("supplier").put("name", release.getOrDefault("IMPLEMENTOR", "unknown"));
        runtime.put("copyright", "1993-2026 Oracle and/or its affiliates, and others");
        for (String module : new TreeSet<>(List.of(release.get("MODULES").split(" ")))) {
            nested(runtime).add(component("library", module, release.get("JAVA_VERSION"), "GPL-2.0-only WITH Classpath-exception-2.0"));
        }
        for (Path notice : files(tree.resolve("runtime/legal"))) {
            if (!notice.toString().endsWith(".md") || Files.isSymbolicLink(notice)) {
                continue;
            }
            for (String line : Files.readAllLines(notice)) {
                Matcher heading = Pattern.compile("## (.*?)(?:,? (?:[vV]|Version )\\s?([0-9]\\S*?),?)?\\s*").matcher(line);
                if (heading.matches()) {
                    nested(runtime).add(component("library", heading.group(1), heading.group(2), "the file " + tree.relativize(notice)));
                    break;
                }
            }
        }
        for (Path file : files(tree.resolve("runtime"))) {
            if (!file.startsWith(tree.resolve("runtime/legal"))) {
                try (InputStream in = Files.newInputStream(file)) {
                    nested(runtime).add(file(tree.relativize(file).toString(), sha256(in)));
                }
            }
        }
        return runtime;
    }

    private Map<String, String> release() throws IOException {
        Map<String, String> release = new HashMap<>();
        for (String line : Files.readAllLines(tree.resolve("runtime/release"))) {
            String[] parts = line.split("=", 2);
            release.put(parts[0], parts[1].replace("\"", ""));
        }
        return release;
    }

    /** By name of the component: the native libraries in the jars of the tree, with their digests. */
    private Map<String, TreeMap<String, String>> natives() throws Exception {
        Map<String, TreeMap<String, String>> natives = new TreeMap<>();
        for (Path file : files(tree.resolve("lib"))) {
            try (ZipFile jar = new ZipFile(file.toFile())) {
                for (ZipEntry entry : entries(jar)) {
                    if (NATIVE.matcher(entry.getName()).matches()) {
                        try (InputStream in = jar.getInputStream(entry)) {
                            natives.computeIfAbsent(nativeOwner(entry.getName()), owner -> new TreeMap<>()).put(entry.getName(), sha256(in));
                        }
                    }
                }
            }
        }
        return natives;
    }

    private static String nativeOwner(String name) {
        return name.contains("zstd-jni") ? "zstd-jni" : name.contains("jnidispatch") ? "jna" : name.contains("lz4-java") ? "lz4-java"
                : name.contains("snappyjava") ? "snappy-java" : name;
    }

    private List<Path> debian() throws IOException {
        Path doc = tree.resolveSibling("usr").resolve("share/doc");
        return files(doc).stream().filter(file -> file.endsWith("copyright")).toList();
    }

    private static ObjectNode component(String type, String name, String version, String licence) {
        ObjectNode component = JSON.createObjectNode().put("type", type).put("name", name);
        if (version != null) {
            component.put("version", version);
        }
        if (licence != null) {
            licences(component, licence);
        }
        return component;
    }

    /** An identifier of SPDX, an expression of such, or a name. */
    private static void licences(ObjectNode component, String licence) {
        ObjectNode one = component.putArray("licenses").addObject();
        if (licence.contains(" WITH ")) {
            one.put("expression", licence);
        } else {
            one.putObject("license").put(licence.contains(" ") ? "name" : "id", licence);
        }
    }

    private static ObjectNode file(String name, String digest) {
        ObjectNode file = JSON.createObjectNode().put("type", "file").put("name", name);
        file.putArray("hashes").addObject().put("alg", "SHA-256").put("content", digest);
        return file;
    }

    private static ArrayNode nested(ObjectNode component) {
        return component.withArray("components");
    }

    private String copyright(ArrayNode components) throws Exception {
        Owners owners = new Owners(components);
        StringBuilder text = new StringBuilder("""
                Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
                Upstream-Name: compscan
                Source: %s
                Comment: The names of files go on into jars. The notices of what is in a jar
                 are its META-INF/NOTICE.

                Files: *
                Copyright: 2026 The authors of compscan
                License: Apache-2.0
                """.formatted(System.getProperty("compscan.scm", "unknown")));
        Set<String> licences = new TreeSet<>(Set.of("Apache-2.0"));
        for (JsonNode component : components) {
            if (!own(component)) {
                rights(component, String.join("\n ", owners.places(component)), text, licences);
            }
            for (JsonNode part : component.path("components")) {
                if (part.has("copyright")) {
                    rights(part, within(part, component, owners), text, licences);
                    for (JsonNode inner : part.path("components")) {
                        if (inner.has("copyright")) {
                            rights(inner, within(inner, part, owners), text, licences);
                        }
                    }
                }
            }
        }
        for (String licence : licences) {
            text.append("\nLicense: ").append(licence).append('\n');
            Path file = here.resolve("licences").resolve(licence + ".txt");
            for (String line : Files.readAllLines(file)) {
                text.append(' ').append(line.isBlank() ? "." : line).append('\n');
            }
        }
        return text.toString();
    }

    private String within(JsonNode part, JsonNode component, Owners owners) {
        for (JsonNode inner : part.path("components")) {
            if (inner.get("type").asText().equals("file")) {
                return "*/" + inner.get("name").asText();
            }
        }
        Set<String> natives = new TreeSet<>();
        for (JsonNode noted : notes.get("parts")) {
            if (noted.get("name").equals(part.get("name")) && noted.path("native").asBoolean()) {
                component.path("components").forEach(file -> {
                    if (file.get("type").asText().equals("file")) {
                        natives.add("*/" + file.get("name").asText());
                    }
                });
            }
        }
        return natives.isEmpty() ? String.join("\n ", owners.places(component)) : String.join("\n ", natives);
    }

    private static boolean own(JsonNode component) {
        return component.path("group").asText().equals("io.compscan");
    }

    private void rights(JsonNode component, String places, StringBuilder text, Set<String> licences) throws IOException {
        String licence = licence(component);
        if (licence.startsWith("the file ")) {
            // A library of Debian brings its own file of rights.
            return;
        }
        licences.add(licence);
        text.append("\nFiles: ").append(places)
                .append("\nCopyright: ").append(String.join("\n ", holders(component)))
                .append("\nLicense: ").append(licence)
                .append("\nComment: ").append(component.get("name").asText())
                .append(component.has("version") ? " " + component.get("version").asText() : "")
                .append(component.has("supplier") ? " of " + component.get("supplier").get("name").asText() : "").append('\n');
    }

    private String licence(JsonNode component) {
        List<String> names = new ArrayList<>();
        for (JsonNode choice : component.path("licenses")) {
            names.add(choice.has("expression") ? choice.get("expression").asText() : choice.get("license").path("id").asText(choice.get("license").path("name").asText()));
        }
        if (names.isEmpty()) {
            throw new IllegalStateException("no licence of " + component.get("name") + " is known");
        }
        // Who may choose takes the licence of compscan.
        String licence = names.contains("Apache-2.0") ? "Apache-2.0" : names.get(0);
        return notes.get("licences").path(licence).asText(licence);
    }

    private Set<String> holders(JsonNode component) throws IOException {
        Set<String> holders = new LinkedHashSet<>();
        if (component.has("copyright")) {
            holders.add(component.get("copyright").asText());
        } else if (notes.get("copyright").has(component.path("group").asText())) {
            holders.add(notes.get("copyright").get(component.get("group").asText()).asText());
        } else {
            try (ZipFile jar = new ZipFile(jar(component).toFile())) {
                for (ZipEntry entry : entries(jar)) {
                    if (entry.getName().matches("META-INF/(LICENSE|NOTICE)(\\.txt|\\.md)?")) {
                        try (InputStream in = jar.getInputStream(entry)) {
                            Matcher line = COPYRIGHT.matcher(new String(in.readAllBytes(), "UTF-8"));
                            while (line.find()) {
                                holders.add(line.group(1).strip());
                            }
                        }
                    }
                }
            }
        }
        if (holders.isEmpty()) {
            throw new IllegalStateException("third-party.json: nobody holds the rights of " + component.get("group") + ":" + component.get("name"));
        }
        return holders;
    }

    /** The jar of a component in the local repository, or in the target directory of its module. */
    private Path jar(JsonNode component) {
        String name = component.get("name").asText();
        String file = name + "-" + component.get("version").asText() + ".jar";
        if (own(component)) {
            return here.resolveSibling(name).resolve("target").resolve(file);
        }
        return repository.resolve(component.get("group").asText().replace('.', '/')).resolve(name).resolve(component.get("version").asText()).resolve(file);
    }

    private void check() throws Exception {
        JsonNode bill = JSON.readTree(document().toFile());
        List<String> wrong = new ArrayList<>();
        Owners owners = new Owners((ArrayNode) bill.get("components"));
        owners.strangers.forEach(entry -> wrong.add(entry + " is of no component"));
        Map<String, String> digests = new TreeMap<>();
        Set<String> names = new HashSet<>();
        for (JsonNode component : bill.get("components")) {
            collect(component, digests, names, wrong);
            boolean jar = component.path("purl").asText().startsWith("pkg:maven/");
            if (jar && owners.places(component).isEmpty()) {
                wrong.add(component.get("name") + " is in the bill, and nothing of it is in the tree");
            }
        }
        int[] natives = {0};
        natives().forEach((owner, files) -> files.forEach((name, digest) -> {
            natives[0]++;
            if (!digest.equals(digests.get(name))) {
                wrong.add("the native library " + name + " is not in the bill, or another");
            }
        }));
        int runtime = 0;
        for (Path file : files(tree.resolve("runtime"))) {
            String name = tree.relativize(file).toString();
            if (!name.startsWith("runtime/legal/")) {
                runtime++;
                try (InputStream in = Files.newInputStream(file)) {
                    if (!sha256(in).equals(digests.get(name))) {
                        wrong.add(name + " is not in the bill, or another");
                    }
                }
            }
        }
        String rights = Files.readString(rights());
        for (JsonNode component : bill.get("components")) {
            String name = component.get("name").asText();
            if (!own(component) && !licence(component).startsWith("the file ") && !rights.contains("\nComment: " + name + " ")) {
                wrong.add(name + " is not in the file of rights");
            }
        }
        for (JsonNode part : notes.get("parts")) {
            if (!names.contains(part.get("name").asText())) {
                wrong.add(part.get("name").asText() + " is not in the bill");
            }
        }
        if (!wrong.isEmpty()) {
            wrong.forEach(line -> System.err.println("Bill: " + line));
            System.exit(1);
        }
        System.out.printf("the bill is complete: %d components, %d entries of jars, %d native libraries, %d files of the runtime%n",
                names.size(), owners.entryCount, natives[0], runtime);
    }

    private static void collect(JsonNode component, Map<String, String> digests, Set<String> names, List<String> wrong) {
        String name = component.get("name").asText();
        if (component.get("type").asText().equals("file")) {
            digests.put(name, component.get("hashes").get(0).get("content").asText());
        } else {
            names.add(name);
            if (component.path("licenses").isEmpty()) {
                wrong.add(name + " has no licence in the bill");
            }
        }
        component.path("components").forEach(inner -> collect(inner, digests, names, wrong));
    }

    /** Which component each entry of the jars in the tree comes from. */
    private final class Owners {
        private final Map<String, TreeSet<String>> places = new HashMap<>();
        private final TreeSet<String> strangers = new TreeSet<>();
        private int entryCount;

        Owners(ArrayNode components) throws IOException {
            Map<String, Set<String>> known = new HashMap<>();
            for (JsonNode component : components) {
                List<JsonNode> jars = new ArrayList<>();
                if (component.path("purl").asText().startsWith("pkg:maven/")) {
                    jars.add(component);
                }
                for (JsonNode jar : jars) {
                    try (ZipFile file = new ZipFile(jar(jar).toFile())) {
                        for (ZipEntry entry : entries(file)) {
                            known.computeIfAbsent(entry.getName() + " " + entry.getCrc(), name -> new HashSet<>(1)).add(jar.get("name").asText());
                        }
                    }
                }
            }
            for (Path file : files(tree.resolve("lib"))) {
                Map<String, Set<String>> ofDirectory = new LinkedHashMap<>();
                try (ZipFile jar = new ZipFile(file.toFile())) {
                    for (ZipEntry entry : entries(jar)) {
                        entryCount++;
                        Set<String> owners = known.get(entry.getName() + " " + entry.getCrc());
                        if (owners == null) {
                            if (!MERGED.matcher(entry.getName()).matches()) {
                                strangers.add(file.getFileName() + "!/" + entry.getName());
                            }
                            continue;
                        }
                        for (int end = entry.getName().lastIndexOf('/'); end > 0; end = entry.getName().lastIndexOf('/', end - 1)) {
                            ofDirectory.computeIfAbsent(entry.getName().substring(0, end), name -> new HashSet<>(2)).addAll(owners);
                        }
                    }
                }
                ofDirectory.forEach((directory, owners) -> {
                    int parent = directory.lastIndexOf('/');
                    if (owners.size() == 1 && (parent < 0 || ofDirectory.get(directory.substring(0, parent)).size() > 1)) {
                        places.computeIfAbsent(owners.iterator().next(), name -> new TreeSet<>()).add("*/lib/" + file.getFileName() + "/" + directory + "/*");
                    }
                });
            }
        }

        Set<String> places(JsonNode component) {
            return component.get("type").asText().equals("platform")
                    ? Set.of("*/runtime/*")
                    : places.getOrDefault(component.get("name").asText(), new TreeSet<>());
        }
    }

    private static List<ZipEntry> entries(ZipFile jar) {
        List<ZipEntry> entries = new ArrayList<>();
        for (Enumeration<? extends ZipEntry> all = jar.entries(); all.hasMoreElements(); ) {
            ZipEntry entry = all.nextElement();
            if (!entry.isDirectory()) {
                entries.add(entry);
            }
        }
        return entries;
    }

    private static List<Path> files(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static String sha256(InputStream in) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] buffer = new byte[1 << 16];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            digest.update(buffer, 0, n);
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
