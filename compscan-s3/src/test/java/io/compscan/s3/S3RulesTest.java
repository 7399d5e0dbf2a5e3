package io.compscan.s3;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom: a store is a place of units, and its client is nobody else's affair. */
@AnalyzeClasses(packages = "io.compscan.s3", importOptions = ImportOption.DoNotIncludeTests.class)
class S3RulesTest {

    @ArchTest
    static final ArchRule knowsSourcesAndTheErrorsTheyReport = noClasses()
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.compscan..")
                    .and(not(resideInAnyPackage("io.compscan.s3..", "io.compscan.core.source..", "io.compscan.result")))
                    .as("anything but sources and results"));

    /** Others name the provider, through the service loader; nobody else needs a type of this package. */
    @ArchTest
    static final ArchRule onlyTheProviderIsPublic =
            classes().that().haveSimpleNameNotEndingWith("Provider").should().notBePublic();
}
