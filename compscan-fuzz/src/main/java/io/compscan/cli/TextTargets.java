package io.compscan.cli;

import io.compscan.cli.option.Converters;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.index.KeptSample;
import io.compscan.core.profile.Profiles;
import io.compscan.core.source.file.GlobFilter;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.fuzz.Scratch;
import io.compscan.report.SafeText;
import io.compscan.testing.Survival;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Texts that people type, or keep in files of defaults. */
public final class TextTargets implements FuzzTargets {

    private static final List<ITypeConverter<?>> CONVERTERS = List.of(
            Converters.Whole.INT,
            Converters.Whole.LONG,
            new Converters.Decimal(),
            new Converters.Size(),
            new Converters.Rate(),
            new Converters.Time(),
            new Converters.Time.OrNone(),
            new Converters.Percent(),
            new Converters.Positive(),
            new Converters.Superblock(),
            new Converters.Chunking(),
            new Converters.ProfileList(),
            new Converters.Compressor(),
            new Converters.Sample(),
            new Converters.Fingerprint());

    private final Path directory = Scratch.directory();

    /** For the service loader. */
    public TextTargets() {}

    /** Parses a text. */
    private interface Parsing {
        void run(String text) throws Exception;
    }

    private static FuzzTarget target(String name, Parsing parsing, String... seeds) {
        return new FuzzTarget(
                name,
                () -> Arrays.stream(seeds)
                        .map(seed -> seed.getBytes(StandardCharsets.UTF_8))
                        .toList(),
                input -> parsing.run(new String(input, StandardCharsets.UTF_8)));
    }

    @Override
    public List<FuzzTarget> all() {
        return List.of(
                target(
                        "text-chunker",
                        TextTargets::chunkers,
                        "4k,fastcdc:16k,min=4k,max=64k,rabin:8k",
                        "pxar:4m",
                        "ae:8k"),
                target("text-compressor", TextTargets::compressor, "zstd:3", "deflate:9/128k/shared", "lz4/run=64k"),
                target("text-names", TextTargets::names, "sha1", "xxh64", "1/8", "50%", "vdo,restic"),
                target("text-value", TextTargets::values, "1.5g", "100MiB/s", "90s", "20%", "300ms", "-7"),
                target("text-glob", TextTargets::glob, "**/*.log", "/cache/", "[a-z]{x,y}?"),
                new FuzzTarget(
                        "text-config",
                        () -> List.of("# defaults\nscan --nice --rate 100MiB/s\nmerge --json\n"
                                .getBytes(StandardCharsets.UTF_8)),
                        this::config),
                target("text-options", TextTargets::options, "dir\n-c\n4k\n--compress=lz4", "--json\n--into\nall\nx"));
    }

    /** The name of a parsed chunker must parse to the same chunker. */
    private static void chunkers(String text) {
        refusable(text, IllegalArgumentException.class, given -> {
            for (Chunker chunker : ChunkerSpecs.parse(given)) {
                require(ChunkerSpecs.parse(chunker.name()).equals(List.of(chunker)), given, chunker.name());
            }
        });
    }

    private static void compressor(String text) {
        refusable(text, IllegalArgumentException.class, given -> {
            CompressorSpec spec = CompressorSpec.parse(given);
            require(CompressorSpec.parse(spec.name()).equals(spec), given, spec.name());
        });
    }

    private static void require(boolean holds, String text, String name) {
        if (!holds) {
            throw new AssertionError(text + " has the name " + name + ", which is read as something else");
        }
    }

    private static void names(String text) {
        for (Parsing parsing : List.<Parsing>of(
                name -> Fingerprinting.parse(name, null, name),
                name -> require(
                        CompressSample.named(CompressSample.parse(name).name()).equals(CompressSample.parse(name)),
                        name,
                        name),
                CompressSample::named,
                KeptSample::named,
                Profiles::parse)) {
            refusable(text, IllegalArgumentException.class, parsing);
        }
    }

    private static void values(String text) {
        CONVERTERS.forEach(converter -> refusable(text, TypeConversionException.class, converter::convert));
    }

    /** The command line makes one line of the message, even if the message quotes other bytes. */
    private static void refusable(String text, Class<? extends Exception> refusal, Parsing parsing) {
        Survival.of(text, refusal, () -> {
            try {
                parsing.run(text);
                return true;
            } catch (IllegalArgumentException | TypeConversionException e) {
                Survival.requireLine(text, SafeText.oneLine(String.valueOf(e.getMessage())));
                return false;
            }
        });
    }

    private static void glob(String text) {
        refusable(text, IllegalArgumentException.class, glob -> {
            GlobFilter filter = new GlobFilter(
                    FileSystems.getDefault(), new WalkOptions(List.of(glob), List.of(glob), false, false));
            filter.acceptsFile(Path.of("some", "place", "file.log"));
        });
    }

    private void config(byte[] input) throws IOException {
        Path file = directory.resolve("config");
        Files.write(file, input);
        String text = new String(input, StandardCharsets.UTF_8);
        Survival.of(text, CommandFailure.class, () -> {
            try {
                Map<String, String> environment = Map.of(
                        "COMPSCAN_CONFIG",
                        file.toString(),
                        "COMPSCAN_OPTS",
                        text.lines().findFirst().orElse(""));
                parse(Defaults.apply(new String[] {"scan", "place"}, environment));
                return true;
            } catch (CommandFailure e) {
                Survival.requireLine(text, SafeText.oneLine(String.valueOf(e.getMessage())));
                return false;
            }
        });
    }

    /** Each line is a word behind {@code scan}. The words are parsed, not executed. */
    private static void options(String text) {
        String[] words = ("scan\n" + text).split("\n", -1);
        Survival.of(text, ParameterException.class, () -> {
            parse(words);
            return true;
        });
    }

    private static void parse(String[] words) {
        // A word that begins with @ would name a file with more words. No input may open such a file.
        CommandLine command = AllCommands.commandLine(words);
        try {
            command.parseArgs(words);
        } catch (ParameterException e) {
            Survival.requireLine("a command line", SafeText.oneLine(Mistakes.explain(e, words)));
        }
    }
}
