declare global {
  /** Forgives the console messages printed so far in this test and returns them. */
  var forgiveConsole: () => string[];
}
export {};
