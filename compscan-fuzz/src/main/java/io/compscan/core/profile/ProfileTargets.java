package io.compscan.core.profile;

import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.testing.Survival;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Profiles of target systems, as TOML. */
public final class ProfileTargets implements FuzzTargets {

    /** For the service loader. */
    public ProfileTargets() {}

    @Override
    public List<FuzzTarget> all() {
        return List.of(new FuzzTarget(
                "profile",
                () -> Profiles.names().stream()
                        .map(name -> Profiles.toml(name).getBytes(StandardCharsets.UTF_8))
                        .toList(),
                ProfileTargets::run));
    }

    private static void run(byte[] input) {
        Survival.of(FuzzTarget.brief(input), ProfileFormatException.class, () -> {
            List<Profile> profiles = List.of(ProfileFile.parse(input, "fuzz"));
            ProfileText.explain(profiles);
            ProfileText.list(profiles);
            ProfileJson.write(profiles, new StringWriter());
            return true;
        });
    }
}
