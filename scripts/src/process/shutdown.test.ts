import { describeFailure } from "./shutdown";

it.each([
  ["a full disk", new Error("ENOSPC: no space left on device, write"), /^The disk is full\./],
  [
    "a full disk under the database",
    new Error('could not extend file "base/5/1": No space left on device'),
    /^The disk/,
  ],
  ["the cause", new Error("Failed query", { cause: new Error("No space left on device") }), /^The disk is full\./],
  [
    "a port",
    Object.assign(new Error("listen EADDRINUSE"), { code: "EADDRINUSE", port: 3000 }),
    /^Port 3000 was just taken/,
  ],
  ["another error", new Error("mf-public does not build"), /^mf-public does not build$/],
  ["a text", "The identity emulator ended (code 1).", /^The identity emulator ended \(code 1\)\.$/],
])("describes %s in words", (_, error, words) => {
  expect(describeFailure(error)).toMatch(words);
});
