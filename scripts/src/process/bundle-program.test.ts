import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { execFile } from "node:child_process";
import { root } from "../root";

const run = promisify(execFile);
const launcher = path.join(root, "scripts/src/process/bundle-program.mjs");

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "conquest-program-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(path.join(folder, name), text);

/** Runs the program and returns the name of its bundle and what it printed. */
async function runProgram() {
  const code = `
    const { bundleProgram } = await import(${JSON.stringify(launcher)});
    const url = await bundleProgram(${JSON.stringify(path.join(folder, "program.ts"))});
    await import(url);
    console.log(url);
  `;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code]);
  const [printed, url] = stdout.trim().split("\n");
  return { printed, url };
}

it("bundles a program again only after one of its modules changed", async () => {
  await write("program.ts", `import { text } from "./text";\nconsole.log(text);\n`);
  await write("text.ts", `export const text: string = "first";\n`);
  const first = await runProgram();
  expect(first.printed).toBe("first");
  expect(await runProgram()).toEqual(first);
  await write("text.ts", `export const text: string = "second one";\n`);
  expect(await runProgram()).toMatchObject({ printed: "second one" });
});

it("keeps the folder and address of each source", async () => {
  await write("program.ts", `console.log(import.meta.dirname + " " + import.meta.url);\n`);
  expect(await runProgram()).toMatchObject({ printed: `${folder} file://${folder}/program.ts` });
});

it("reports a syntax error and bundles again once it is corrected", async () => {
  await write("program.ts", `console.log("broken;\n`);
  await expect(runProgram()).rejects.toThrow(/program\.ts:1/);
  await write("program.ts", `console.log("corrected");\n`);
  expect(await runProgram()).toMatchObject({ printed: "corrected" });
});
