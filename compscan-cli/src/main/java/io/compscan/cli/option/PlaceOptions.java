package io.compscan.cli.option;

import io.compscan.cli.file.SetInputs;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.core.ByteSize;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.core.set.place.PlaceRequest;
import io.compscan.core.set.place.PlaceRequest.Pool;
import io.compscan.core.set.place.PlaceRequest.Rule;
import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The pools of a placement, where the sets are now, and what must not change. */
public final class PlaceOptions {

    /** The largest file of places that anybody writes. */
    private static final long MAX_BYTES = 16 << 20;

    @Option(
            names = "--pool",
            required = true,
            paramLabel = "NAME=SIZE:SYSTEM",
            converter = OnePool.class,
            description = "A pool, its capacity and its system, such as A=40TB:vdo; give it once for each pool."
                    + " 'compscan profiles' lists the systems.")
    private List<NamedPool> pools = new ArrayList<>();

    @Option(
            names = "--profile-file",
            paramLabel = "FILE",
            converter = Converters.Place.class,
            description = "A system of your own, which this TOML file describes; --pool calls it by its name.")
    private List<Path> profileFiles = new ArrayList<>();

    @Option(
            names = "--headroom",
            paramLabel = "PERCENT",
            converter = Converters.Percent.class,
            description = "Which part of each pool is to stay free, such as 20%% (default: none).")
    private double headroom;

    @Option(
            names = "--at",
            paramLabel = "SETS=POOL",
            converter = Rules.class,
            description = "Where sets are now, such as db1=A or 'web*,db2=B'. Sets without it are new.")
    private List<Rule> now = new ArrayList<>();

    @Option(
            names = "--at-file",
            paramLabel = "FILE",
            converter = Converters.Place.class,
            description = "Likewise, one SETS=POOL a line; lines that begin with # are comments.")
    private @Nullable Path nowFile;

    @Option(
            names = "--keep",
            paramLabel = "SETS[=POOL]",
            converter = Pins.class,
            description = "Sets that must lie on this pool, or stay where they are.")
    private List<Rule> pins = new ArrayList<>();

    @Option(
            names = "--max-move",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description = "Move sets of at most so many bytes, such as 10TB (default: any number).")
    private long maxMovedBytes = Long.MAX_VALUE;

    @Option(names = "--max-moves", paramLabel = "N", description = "Move at most so many sets (default: any number).")
    private long maxMoves = Long.MAX_VALUE;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Search with other random numbers (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    /** A pool whose system may come from a file. */
    private record NamedPool(String name, long capacityBytes, String system) {
        Pool pool(double headroom, Map<String, Profile> own) {
            Profile profile = own.get(system);
            try {
                return new Pool(name, capacityBytes, headroom, profile == null ? Profiles.named(system) : profile);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--pool " + name + ": " + e.getMessage(), e);
            }
        }
    }

    /**
     * The request.
     *
     * @throws IllegalArgumentException with one line for a person, if options contradict each other
     */
    public PlaceRequest request() throws CommandFailure {
        if (headroom < 0 || headroom >= 1) {
            throw new IllegalArgumentException("--headroom: it is not negative and lies below 100%");
        }
        if (maxMoves < 0) {
            throw new IllegalArgumentException("--max-moves: " + maxMoves + " is not 0 or more");
        }
        List<Rule> places = new ArrayList<>(nowFile == null ? List.of() : read(nowFile));
        places.addAll(now);
        Map<String, Profile> own = new LinkedHashMap<>();
        ProfileMixin.read(profileFiles, own);
        return new PlaceRequest(
                pools.stream().map(pool -> pool.pool(headroom, own)).toList(),
                places,
                pins,
                maxMovedBytes,
                maxMoves,
                seed);
    }

    private static List<Rule> read(Path file) throws CommandFailure {
        List<Rule> rules = new ArrayList<>();
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IllegalArgumentException("--at-file: " + PathName.of(file) + ": no list of sets is so long");
            }
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).strip();
                if (!line.isEmpty() && !line.startsWith("#")) {
                    try {
                        rules.addAll(rules(line, false));
                    } catch (IllegalArgumentException e) {
                        throw new IllegalArgumentException(
                                "--at-file: " + PathName.of(file) + ", line " + (i + 1) + ": " + e.getMessage(), e);
                    }
                }
            }
        } catch (IOException e) {
            throw SetInputs.failure("--at-file: " + PathName.of(file), e);
        }
        return rules;
    }

    /** The rules of {@code a,b=POOL}; a pool's name has no equals sign. */
    private static List<Rule> rules(String text, boolean mayLackPool) {
        int equals = text.lastIndexOf('=');
        if (equals <= 0 && !(mayLackPool && equals < 0 && !text.isEmpty())) {
            throw new IllegalArgumentException("'" + text + "' is not SETS=POOL, such as db1=A");
        }
        String pool = equals < 0 ? "" : text.substring(equals + 1).strip();
        if (equals >= 0 && pool.isEmpty()) {
            throw new IllegalArgumentException("'" + text + "' names no pool");
        }
        List<Rule> rules = new ArrayList<>();
        for (String sets : (equals < 0 ? text : text.substring(0, equals)).split(",", -1)) {
            if (sets.isBlank()) {
                throw new IllegalArgumentException("'" + text + "' has a set without a name");
            }
            rules.add(new Rule(sets.strip(), pool));
        }
        return rules;
    }

    /** {@code A=40TB:vdo}; the system may have parameters. */
    static final class OnePool implements ITypeConverter<NamedPool> {
        @Override
        public NamedPool convert(String text) {
            int equals = text.indexOf('=');
            int colon = text.indexOf(':', equals + 1);
            if (equals <= 0 || colon < 0) {
                throw new TypeConversionException("'" + text + "' is not NAME=SIZE:SYSTEM, such as A=40TB:vdo");
            }
            try {
                return new NamedPool(
                        text.substring(0, equals),
                        ByteSize.parse(text.substring(equals + 1, colon)),
                        text.substring(colon + 1));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** {@code db1=A}; picocli adds the rules to the option's list one by one. */
    static final class Rules implements ITypeConverter<List<Rule>> {
        @Override
        public List<Rule> convert(String text) {
            return converted(text, false);
        }
    }

    /** {@code db1=A}, or {@code db1}. */
    static final class Pins implements ITypeConverter<List<Rule>> {
        @Override
        public List<Rule> convert(String text) {
            return converted(text, true);
        }
    }

    private static List<Rule> converted(String text, boolean mayLackPool) {
        try {
            return rules(text, mayLackPool);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
