declare global {
  /** Clears and returns the console messages of this test so far. */
  var forgiveConsole: () => string[];
}
export {};
