import org.apache.spark.launcher.JavaModuleOptions;

/** Prints what a JVM must be told to run this Spark. */
final class ModuleOptions {
    public static void main(String[] args) {
        System.out.println(JavaModuleOptions.defaultModuleOptions());
    }
}
