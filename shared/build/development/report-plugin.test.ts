// @ts-expect-error -- part of the build, without types
import { problemOf, problemsOf } from "./report-plugin.mjs";

const folders = { root: "/repo", context: "/repo/mf-public" };

it.each([
  [
    "ts-loader",
    {
      message: "\u001b[1m[tsl] ERROR in /repo/mf-public/src/a.tsx(12,5)\n      TS1005: ';' expected.\u001b[22m",
      moduleName: "./src/a.tsx",
    },
    { file: "mf-public/src/a.tsx", line: 12, column: 5, message: "TS1005: ';' expected." },
  ],
  [
    "a missing module",
    {
      message: "Module not found: Error: Can't resolve './gone' in '/repo/mf-public/src'",
      moduleName: "./src/a.tsx",
      file: undefined,
      loc: "3:0-24",
    },
    {
      file: "mf-public/src/a.tsx",
      line: 3,
      column: 1,
      message: "Module not found: Error: Can't resolve './gone' in '/repo/mf-public/src'",
    },
  ],
  [
    "our own checks",
    { message: "remote.json and the page table of src/routes.tsx differ in /x." },
    { message: "remote.json and the page table of src/routes.tsx differ in /x." },
  ],
])("parses an error of %s", (_, error, problem) => {
  expect(problemOf(error, folders)).toEqual(problem);
});

it("reports each error once", () => {
  const errors = [
    { message: "[tsl] ERROR in /repo/mf-public/src/a.tsx(12,5)\n TS1005: ';' expected." },
    { message: "Module parse failed: Unexpected token (3:1)", moduleName: "./src/a.tsx" },
  ];
  expect(problemsOf(errors, folders)).toHaveLength(1);
  expect(problemsOf(errors.slice(1), folders)).toHaveLength(1);
});
