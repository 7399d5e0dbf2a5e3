package io.compscan.map;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The policy takes the cheaper way, and tries the other one from time to time. */
final class RecheckPolicyTest {

    private static final int TRIAL = 32;
    private static final int BATCHES = 10_240;

    private static int wanted(RecheckPolicy policy) {
        int wanted = 0;
        for (int i = 0; i < BATCHES; i++) {
            wanted += policy.wantsLookups() ? 1 : 0;
        }
        return wanted;
    }

    @Test
    void alwaysLooksUpAtAnyPrice() {
        RecheckPolicy policy = RecheckPolicy.always();
        policy.noteNewKeys(1, 1);
        policy.noteLookups(1000, 1_000_000_000_000L);
        assertThat(policy.isAlways()).isTrue();
        assertThat(wanted(policy)).isEqualTo(BATCHES);
        assertThat(policy.wantsFilters()).isTrue();
    }

    @Test
    void looksNothingUpWhileNewKeysCostNothing() {
        RecheckPolicy policy = RecheckPolicy.measured();
        assertThat(policy.isAlways()).isFalse();
        assertThat(wanted(policy)).isZero();
        assertThat(policy.wantsFilters()).isFalse();
        policy.noteNewKeys(0, 1_000_000);
        assertThat(wanted(policy)).isZero();
    }

    @Test
    void triesLookupsUntilItKnowsTheirCost() {
        RecheckPolicy policy = RecheckPolicy.measured();
        policy.noteNewKeys(10, 10_000);
        policy.noteLookups(TRIAL - 1, 1_000_000_000);
        assertThat(wanted(policy)).isEqualTo(BATCHES);
        policy.noteLookups(1, 1_000_000_000);
        assertThat(wanted(policy)).isEqualTo(BATCHES / 1024);
    }

    @Test
    void looksUpWhereThatIsCheaper() {
        RecheckPolicy policy = RecheckPolicy.measured();
        policy.noteNewKeys(1, 100_000);
        policy.noteLookups(TRIAL, TRIAL * 99_000L);
        assertThat(wanted(policy)).isEqualTo(BATCHES);
    }

    @Test
    void leavesLookupsWhereTheyAreDearerAndTriesThemSeldom() {
        RecheckPolicy policy = RecheckPolicy.measured();
        policy.noteNewKeys(1, 100_000);
        policy.noteLookups(TRIAL, TRIAL * 101_000L);
        assertThat(wanted(policy)).isEqualTo(BATCHES / 1024);
    }

    @Test
    void followsChangingCosts() {
        RecheckPolicy policy = RecheckPolicy.measured();
        policy.noteNewKeys(1, 100_000);
        policy.noteLookups(TRIAL, TRIAL * 1_000_000L);
        assertThat(policy.wantsLookups()).isFalse();
        for (int i = 0; i < 100; i++) {
            policy.noteLookups(TRIAL, TRIAL * 10_000L);
        }
        assertThat(wanted(policy)).isEqualTo(BATCHES);
    }

    @Test
    void buildsFiltersUnlessLookupsAreFarDearer() {
        RecheckPolicy policy = RecheckPolicy.measured();
        policy.noteNewKeys(1, 100_000);
        assertThat(policy.wantsFilters()).isTrue();
        policy.noteLookups(TRIAL, TRIAL * 390_000L);
        assertThat(policy.wantsFilters()).isTrue();
        RecheckPolicy dear = RecheckPolicy.measured();
        dear.noteNewKeys(1, 100_000);
        dear.noteLookups(TRIAL, TRIAL * 410_000L);
        assertThat(dear.wantsFilters()).isFalse();
    }
}
