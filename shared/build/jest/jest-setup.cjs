require("@testing-library/jest-dom");
const { configure } = require("@testing-library/react");

// React records where each element was created, which takes a tenth of the time of page tests.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = require("react");
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => Infinity, set: () => undefined });

// Several workers share two cores: a second is sometimes not enough for a page to settle.
configure({ asyncUtilTimeout: 5000 });
// Longer than one such wait; otherwise a slow machine fails the test before the wait can report what was missing.
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

/** Call it if a test expects console messages; returns and clears the messages so far. */
globalThis.forgiveConsole = () => printed.splice(0);

afterEach(() => {
  if (printed.length > 0) throw new Error(`Unexpected console output:\n${printed.join("\n")}`);
});
