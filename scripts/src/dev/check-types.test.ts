import { readTypeErrors } from "./check-types";

const reports: object[][] = [];
beforeEach(() => void reports.splice(0));
const reader = () => {
  const read = readTypeErrors((errors) => reports.push(errors), "/repo");
  return (text: string) => text.split("\n").forEach(read);
};

const DONE = "10:00:00 AM - Found 1 error. Watching for file changes.";

it("parses file, line, column and the whole message", () => {
  reader()(`10:00:00 AM - Building project '/repo/mf-public/tsconfig.json'...

mf-public/src/a.tsx(3,5): error TS2322: Type 'string' is not assignable to type 'number'.
  The expected type comes from property 'of'.
${DONE}`);
  expect(reports).toEqual([
    [
      {
        file: "mf-public/src/a.tsx",
        line: 3,
        column: 5,
        message:
          "TS2322: Type 'string' is not assignable to type 'number'.\n  The expected type comes from property 'of'.",
      },
    ],
  ]);
});

it("keeps errors of unbuilt projects and drops fixed ones", () => {
  const read = reader();
  read(`Building project '/repo/shell/tsconfig.json'...
shell/src/a.ts(1,1): error TS1: one
Building project '/repo/shared/tsconfig.json'...
shared/ui/b.tsx(2,2): error TS2: two
${DONE}`);
  read(`Building project '/repo/shell/tsconfig.json'...
10:00:02 AM - Found 0 errors. Watching for file changes.`);
  expect(reports.at(-1)).toEqual([{ file: "shared/ui/b.tsx", line: 2, column: 2, message: "TS2: two" }]);
  read(`Building project '/repo/shared/tsconfig.json'...
10:00:04 AM - Found 0 errors. Watching for file changes.`);
  expect(reports.at(-1)).toEqual([]);
});
