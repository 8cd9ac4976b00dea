require("@testing-library/jest-dom");
const { configure } = require("@testing-library/react");

// Two cores shared by several workers: a second is sometimes not enough for a page to settle.
configure({ asyncUtilTimeout: 5000 });
// Above one such wait, or a slow machine fails the test before the wait can tell what was missing.
jest.setTimeout(30_000);

let printed = [];
const original = { error: console.error, warn: console.warn };

beforeEach(() => {
  printed = [];
  for (const level of ["error", "warn"]) {
    console[level] = (...parts) => {
      printed.push(parts.map(String).join(" "));
      original[level](...parts);
    };
  }
});

/** Call where a console message is what the test is about; returns what was printed so far and forgives it. */
globalThis.forgiveConsole = () => printed.splice(0);

afterEach(() => {
  if (printed.length > 0) throw new Error(`Unexpected console output:\n${printed.join("\n")}`);
});
