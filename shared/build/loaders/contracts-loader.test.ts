/** @jest-environment node */
import { z } from "zod";
import * as shapes from "../../contracts/http/response-shape";
import * as taking from "../../contracts/participation";
import * as files from "../../contracts/media/entry-files";
import * as fields from "../../contracts/text/fields";
import * as remote from "../../contracts/parts/contract-version";

/** Returns the code that replaces a contract, or one of its endpoints, in a page's bundle. */
async function inPlaceOf(file: string, contract: object, only?: string): Promise<string> {
  const { pitch } = (await import("./contracts-loader.mjs")) as { pitch: (this: unknown) => void };
  return new Promise((resolve, reject) =>
    pitch.call({
      resourcePath: `/shared/contracts/${file}.ts`,
      resourceQuery: only ? `?only=${only}` : "",
      _compilation: {},
      async: () => (error: Error | null, code: string) => (error ? reject(error) : resolve(code)),
      importModule: (path: string, _options: object, done: (error: null, contract: object) => void) =>
        done(null, path.endsWith("answer-shape.ts") ? shapes : contract),
    }),
  );
}

it("writes each endpoint as a module with plain data and its answer's shape", async () => {
  const code = await inPlaceOf("taking-part", taking);
  expect(code).toContain('export { joinContest } from "./taking-part.ts?only=joinContest";');
  expect(await inPlaceOf("taking-part", taking, "joinContest")).toBe(
    'export const joinContest = {"method":"PUT","path":"/join-contest","access":"signed-in","answers":"object","shape":{"contestId last4 paymentStatus":"string","amount participantCount":"number","paidAt":"date"}};',
  );
  expect(await inPlaceOf("taking-part", taking, "listParticipatedContests")).toMatch(
    /^export const listParticipatedContests = \{.*"answers":"list","shape":\[.*\]\};$/,
  );
  expect(code).toContain('export { joinReceipt } from "./taking-part.ts";');
});

it("writes a constant as its value and leaves schemas and functions where they are", async () => {
  const code = await inPlaceOf("fields", fields);
  expect(code).toContain('export const REQUIRED = "This field is required";');
  expect(code).toContain('export { email } from "./fields.ts";');
  expect(code).toContain('export { parseInstant } from "./fields.ts";');
  expect(await inPlaceOf("contract-version", remote)).toContain(
    'export { meetsContract } from "./contract-version.ts";',
  );
});

it("writes of one that sends a file that it does", async () => {
  expect(await inPlaceOf("entry-files", files, "readEntryFile")).toBe(
    'export const readEntryFile = {"method":"GET","path":"/entry-files/:id","access":"everyone","sends":"file"};',
  );
  expect(await inPlaceOf("entry-files", files, "uploadEntryFile")).toBe(
    'export const uploadEntryFile = {"method":"POST","path":"/entry-files","access":"signed-in","answers":"object","shape":{"_id name kind":"string","bytes":"number","width height":{"~":"number"}}};',
  );
});

it("refuses an endpoint whose answer has no kind", async () => {
  const odd = { ask: { method: "GET", path: "/ask", access: "everyone", response: z.string() } };
  await expect(inPlaceOf("odd", odd, "ask")).rejects.toThrow("The answer of ask is neither a list nor an object.");
});
