using System;

namespace Steelyard
{
    /// <summary>Counts what a test finds.</summary>
    public static class Check
    {
        static int passed;
        static int failed;

        public static void That(string promise, bool kept)
        {
            if (kept) passed++; else failed++;
            if (!kept) Console.WriteLine("failed: " + promise);
        }

        public static void Equal<T>(string promise, T expected, T found)
        {
            That(promise + " (expected " + expected + ", found " + found + ")", Equals(expected, found));
        }

        /// <summary>Prints how it went; the exit code.</summary>
        public static int Summary()
        {
            int all = passed + failed;
            Console.WriteLine(failed == 0 ? all + " tests passed" : failed + " of " + all + " tests failed");
            return failed == 0 ? 0 : 1;
        }
    }
}
