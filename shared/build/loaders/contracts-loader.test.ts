/** @jest-environment node */
import { z } from "zod";
import * as taking from "../../contracts/taking-part";
import * as files from "../../contracts/media/entry-files";
import * as fields from "../../contracts/text/fields";
import * as remote from "../../contracts/parts/contract-version";

/** What stands in a page's bundle in place of a contract. */
async function inPlaceOf(file: string, contract: object): Promise<string> {
  const { pitch } = (await import("./contracts-loader.mjs")) as { pitch: (this: unknown) => void };
  return new Promise((resolve, reject) =>
    pitch.call({
      resourcePath: `/shared/contracts/${file}.ts`,
      async: () => (error: Error | null, code: string) => (error ? reject(error) : resolve(code)),
      importModule: (_path: string, _options: object, done: (error: null, contract: object) => void) => done(null, contract),
    }),
  );
}

it("writes an endpoint as data, with what its answer is", async () => {
  const code = await inPlaceOf("taking-part", taking);
  expect(code).toContain('export const joinContest = {"method":"PUT","path":"/join-contest","access":"signed-in","answers":"object"};');
  expect(code).toMatch(/export const listParticipatedContests = \{.*"answers":"list"\};/);
  expect(code).toContain('export { joinReceipt } from "./taking-part.ts";');
});

it("writes a constant as its value and leaves schemas and functions where they are", async () => {
  const code = await inPlaceOf("fields", fields);
  expect(code).toContain('export const REQUIRED = "This field is required";');
  expect(code).toContain('export { email } from "./fields.ts";');
  expect(code).toContain('export { parseInstant } from "./fields.ts";');
  expect(await inPlaceOf("contract-version", remote)).toContain('export { meetsContract } from "./contract-version.ts";');
});

it("writes of one that sends a file that it does", async () => {
  const code = await inPlaceOf("entry-files", files);
  expect(code).toContain('export const readEntryFile = {"method":"GET","path":"/entry-files/:id","access":"everyone","sends":"file"};');
  expect(code).toContain('export const uploadEntryFile = {"method":"POST","path":"/entry-files","access":"signed-in","answers":"object"};');
});

it("refuses an endpoint whose answer has no kind", async () => {
  const odd = { ask: { method: "GET", path: "/ask", access: "everyone", response: z.string() } };
  await expect(inPlaceOf("odd", odd)).rejects.toThrow("The answer of ask is neither a list nor an object.");
});
