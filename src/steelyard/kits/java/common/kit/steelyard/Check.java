package steelyard;

import java.util.Objects;

/** Counts what a test finds. */
public final class Check {
    private static int passed;
    private static int failed;

    private Check() {
    }

    public static void that(String promise, boolean kept) {
        if (kept) {
            passed++;
        } else {
            failed++;
            System.out.println("failed: " + promise);
        }
    }

    public static void equal(String promise, Object expected, Object found) {
        that(promise + " (expected " + expected + ", found " + found + ")", Objects.equals(expected, found));
    }

    /** Prints how it went and ends the program. */
    public static void summary() {
        int all = passed + failed;
        System.out.println(failed == 0 ? all + " tests passed" : failed + " of " + all + " tests failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
