package io.compscan.cli.option;

import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Rule;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Message;
import io.compscan.core.ByteSize;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Source;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.HiddenOutputs;
import io.compscan.core.source.view.FileSystemFormat;
import io.compscan.core.source.view.JoinedSource;
import io.compscan.core.source.view.SourceContext;
import io.compscan.core.source.view.SourceProvider;
import io.compscan.core.source.view.Trimming;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.ViewedSource;
import io.compscan.core.source.view.Views;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The views to look into, and the locations whose scheme names a provider or a view. */
public final class IntoMixin {

    /** A scheme has two letters or more; one letter is a drive. */
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):(.+)", Pattern.DOTALL);

    private static final String PART = "#";

    /** No program packs with a smaller dictionary than 4 KiB, and few with less than this. */
    private static final long LEAST_UNPACK_BYTES = 1 << 20;

    private static final String TRIMMED = "trimmed";

    private static final String HADOOP = "compscan-hadoop.jar";
    /** The optional jars that open places, by scheme. */
    private static final Map<String, String> OPTIONAL_JARS = Map.of(
            "s3",
            "compscan-s3.jar",
            "hdfs",
            HADOOP,
            "webhdfs",
            HADOOP,
            "swebhdfs",
            HADOOP,
            "viewfs",
            HADOOP,
            "abfs",
            HADOOP,
            "abfss",
            HADOOP,
            "gs",
            HADOOP,
            "ofs",
            HADOOP,
            "s3a",
            HADOOP);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Traits(heading = Heading.SOURCE, rank = 1, idle = Rule.SETS)
    @Option(
            names = "--into",
            paramLabel = "WHAT",
            split = ",",
            description = {
                "Read what is in images, archives, partitions.",
                "Their own bytes do not count. qcow2:PATH does so for one path."
            })
    private List<String> into = new ArrayList<>();

    @Traits(heading = Heading.SOURCE, rank = 3, rare = true, idle = Rule.SETS)
    @Option(
            names = "--image-parents",
            paramLabel = "DIR",
            converter = Converters.Place.class,
            description = "With --into: images may have parents and extents in this directory as well.")
    private List<Path> imageParents = new ArrayList<>();

    @Traits(heading = Heading.SOURCE, rank = 4, rare = true, idle = Rule.SETS)
    @Option(
            names = "--unpack-memory",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description =
                    "With --into archives: the largest dictionary of a stream, which takes as much memory while it is read (default: 128MiB).")
    private @Nullable Long unpackMemoryBytes;

    @Traits(heading = Heading.SOURCE, rank = 2, rare = true, idle = Rule.SETS)
    @Option(
            names = "--trimmed",
            description =
                    "Take what ext4 and NTFS call free as zeros, on devices, in images, and with --into in partitions.")
    private boolean trimmed;

    /** Whether streams may have dictionaries of another size than by default. */
    public boolean limitsUnpacking() {
        return unpackMemoryBytes != null;
    }

    /** All views, within the memory that the options allow. */
    private Views views() {
        Views all = Views.load();
        if (unpackMemoryBytes == null) {
            return all;
        }
        if (unpackMemoryBytes < LEAST_UNPACK_BYTES) {
            throw new ParameterException(
                    command.commandLine(), "--unpack-memory: at least " + ByteSize.format(LEAST_UNPACK_BYTES));
        }
        return all.withUnpackMemory(unpackMemoryBytes);
    }

    /** Whether space that file systems call free counts as zeros. */
    public boolean isTrimmed() {
        return trimmed;
    }

    /** The names of the chosen kinds of containers, in a fixed order, and of the choice to leave out free space. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        kinds().forEach(kind -> names.add(kind.label()));
        if (trimmed) {
            names.add(TRIMMED);
        }
        return names;
    }

    private @Nullable Trimming trimming(Views all) {
        PrintWriter stderr = command.commandLine().getErr();
        return trimmed ? new Trimming(FileSystemFormat.load(), all, line -> Message.say(stderr, line)) : null;
    }

    private Set<View.Kind> kinds() {
        Set<View.Kind> kinds = EnumSet.noneOf(View.Kind.class);
        for (String name : into) {
            kinds.add(kind(name));
        }
        return kinds;
    }

    private View.Kind kind(String name) {
        Set<View.Kind> known = EnumSet.noneOf(View.Kind.class);
        Views.load().all().forEach(view -> known.add(view.kind()));
        for (View.Kind kind : known) {
            if (kind.label().equals(name.strip().toLowerCase(Locale.ROOT))) {
                return kind;
            }
        }
        String all = known.stream().map(View.Kind::label).collect(Collectors.joining(", "));
        throw new ParameterException(command.commandLine(), "--into '" + name + "': not one of " + all);
    }

    /**
     * The source that the options name.
     *
     * @param hidden the files that the scan itself writes
     * @param keptBy the option by which a later scan can read on; null if none can
     */
    public Source source(SourceMixin sources, HiddenOutputs hidden, @Nullable String keptBy) throws CommandFailure {
        Set<View.Kind> kinds = kinds();
        List<SourceProvider> providers = new ArrayList<>();
        boolean hasSchemes =
                sources.paths().stream().anyMatch(path -> SCHEME.matcher(path).matches());
        if (kinds.isEmpty() && !hasSchemes && !trimmed) {
            if (!imageParents.isEmpty()) {
                throw new ParameterException(command.commandLine(), "--image-parents goes with --into");
            }
            if (unpackMemoryBytes != null) {
                throw new ParameterException(command.commandLine(), "--unpack-memory goes with --into");
            }
            return SourceMixin.hiding(sources.source(), hidden);
        }
        if (sources.stdin()) {
            throw new ParameterException(
                    command.commandLine(), (trimmed ? "--trimmed" : "--into") + " and --stdin exclude each other");
        }
        checkParents();
        boolean hasStreams =
                kinds.contains(View.Kind.ARCHIVES) || sources.paths().stream().anyMatch(this::isArchive);
        if (keptBy != null && hasStreams) {
            throw new ParameterException(
                    command.commandLine(),
                    keptBy + " and archives exclude each other: a compressed stream cannot be read on from its middle");
        }
        ServiceLoader.load(SourceProvider.class).forEach(providers::add);
        Views all = views();
        Locations locations = new Locations(sources, hidden, all, all.of(kinds), providers);
        List<Source> found = new ArrayList<>();
        List<String> plain = new ArrayList<>();
        for (String path : sources.paths()) {
            Source one = locations.open(path);
            if (one == null) {
                plain.add(path);
            } else {
                found.add(one);
            }
        }
        if (found.isEmpty() || !plain.isEmpty()) {
            found.add(0, locations.viewed(locations.tree(sources.paths().isEmpty() ? null : plain)));
        }
        return JoinedSource.of(found);
    }

    /** The directories of {@code --image-parents}. */
    public List<String> imageParents() {
        return imageParents.stream().map(Path::toString).toList();
    }

    /** The tree; its images may also have parents in the directories of {@code --image-parents}. */
    public Source reaching(FileTreeSource tree) throws CommandFailure {
        checkParents();
        return tree.reaching(imageParents);
    }

    /** Opens locations that name no view. */
    @FunctionalInterface
    public interface Opening {
        Source open(List<String> locations) throws IOException;
    }

    /**
     * The source of these locations on a cluster, where another module opens places.
     *
     * @param places opens the locations without the views that they name
     */
    public Source viewed(List<String> locations, Opening places) throws IOException {
        Views all = Views.load();
        Views wanted = all.of(kinds());
        List<Source> found = new ArrayList<>();
        List<String> plain = new ArrayList<>();
        for (String location : locations) {
            Matcher matcher = SCHEME.matcher(location);
            View view = matcher.matches() ? all.named(matcher.group(1).toLowerCase(Locale.ROOT)) : null;
            if (view == null) {
                plain.add(location);
            } else {
                ForcedPath forced = ForcedPath.of(matcher.group(2));
                found.add(ViewedSource.forced(places.open(List.of(forced.path())), wanted, view, forced.part()));
            }
        }
        if (!plain.isEmpty()) {
            Source source = places.open(plain);
            found.add(0, wanted.all().isEmpty() ? source : ViewedSource.of(source, wanted));
        }
        return JoinedSource.of(found);
    }

    /**
     * The location behind the name of a view.
     *
     * @param path where the container is
     * @param part which part of the container, null for the usual one
     */
    private record ForcedPath(String path, @Nullable String part) {
        static ForcedPath of(String rest) {
            int part = rest.lastIndexOf(PART);
            return part < 0
                    ? new ForcedPath(rest, null)
                    : new ForcedPath(rest.substring(0, part), rest.substring(part + 1));
        }
    }

    private boolean isArchive(String location) {
        Matcher matcher = SCHEME.matcher(location);
        View view = matcher.matches() ? Views.load().named(matcher.group(1).toLowerCase(Locale.ROOT)) : null;
        return view != null && view.kind() == View.Kind.ARCHIVES;
    }

    /** Checks the directories at once, so that the user does not learn of a mistyped one after hours. */
    private void checkParents() throws CommandFailure {
        for (Path directory : imageParents) {
            if (!Files.isDirectory(directory)) {
                throw new CommandFailure(ExitCode.FAILED, "--image-parents " + directory + ": not a directory");
            }
        }
    }

    /** Opens locations. */
    private final class Locations {

        private final SourceMixin sources;
        private final HiddenOutputs hidden;
        private final Views all;
        private final Views wanted;
        private final List<SourceProvider> providers;

        Locations(SourceMixin sources, HiddenOutputs hidden, Views all, Views wanted, List<SourceProvider> providers) {
            this.sources = sources;
            this.hidden = hidden;
            this.all = all;
            this.wanted = wanted;
            this.providers = providers;
        }

        /** The source at a location with a known scheme; null if it has none. */
        @Nullable Source open(String location) throws CommandFailure {
            Matcher matcher = SCHEME.matcher(location);
            if (!matcher.matches()) {
                return null;
            }
            String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
            View view = all.named(scheme);
            if (view != null) {
                ForcedPath forced = ForcedPath.of(matcher.group(2));
                Source provided = open(forced.path());
                Source inner = provided == null ? tree(List.of(forced.path())) : provided;
                return ViewedSource.forced(inner, wanted, view, forced.part()).trimmed(trimming(all));
            }
            for (SourceProvider provider : providers) {
                if (provider.schemes().contains(scheme)) {
                    return viewed(provided(provider, location));
                }
            }
            String jar = matcher.group(2).startsWith("//") ? OPTIONAL_JARS.get(scheme) : null;
            if (jar != null) {
                throw new CommandFailure(
                        ExitCode.FAILED, location + ": it takes " + jar + ", which is not beside compscan.jar");
            }
            return null;
        }

        private Source provided(SourceProvider provider, String location) throws CommandFailure {
            try {
                SourceContext context = new SourceContext(
                        sources.walk().includes(),
                        sources.walk().excludes(),
                        line -> Message.say(command.commandLine().getErr(), line));
                return provider.open(List.of(location), context);
            } catch (IOException e) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        location + ": " + ReadErrors.of(location, e, 0).reason());
            } catch (IllegalArgumentException e) {
                throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
            }
        }

        /** The files and directories of these names; null if the command line has no paths. */
        Source tree(@Nullable List<String> names) throws CommandFailure {
            if (names == null) {
                return SourceMixin.hiding(sources.source(), hidden);
            }
            return sources.tree(names).reaching(imageParents).hiding(hidden);
        }

        Source viewed(Source source) {
            return wanted.all().isEmpty() && !trimmed
                    ? source
                    : ViewedSource.of(source, wanted).trimmed(trimming(all));
        }
    }
}
