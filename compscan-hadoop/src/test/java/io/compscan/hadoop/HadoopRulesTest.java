package io.compscan.hadoop;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom: files of Hadoop are units, for the command line and for jobs. */
@AnalyzeClasses(packages = "io.compscan.hadoop", importOptions = ImportOption.DoNotIncludeTests.class)
class HadoopRulesTest {

    @ArchTest
    static final ArchRule knowsSourcesAndTheErrorsTheyReport = noClasses()
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.compscan..")
                    .and(not(resideInAnyPackage(
                            "io.compscan.hadoop..", "io.compscan.core.source..", "io.compscan.result")))
                    .as("anything but sources and results"));

    /** Jobs of Spark use this module, and not the other way round. */
    @ArchTest
    static final ArchRule knowsNoSpark =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("org.apache.spark..", "scala..");

    /** Its provider is loaded where Hadoop may be missing. */
    @ArchTest
    static final ArchRule theProviderLoadsWithoutHadoop = classes()
            .that()
            .haveSimpleName("HadoopProvider")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "io.compscan..", "org.jspecify..");
}
