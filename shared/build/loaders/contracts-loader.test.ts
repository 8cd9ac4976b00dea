/** @jest-environment node */
import { z } from "zod";
import * as shapes from "../../contracts/http/response-shape";
import * as participation from "../../contracts/participation";
import * as files from "../../contracts/media/entry-files";
import * as fields from "../../contracts/text/fields";
import * as remote from "../../contracts/parts/contract-version";

async function replacementOf(name: string, contract: object, only?: string): Promise<string> {
  const loader = (await import("./contracts-loader.mjs")) as {
    replacementOf: (contract: object, request: object) => string;
  };
  return loader.replacementOf(contract, { file: `./${name}.ts`, only, shapeOf: shapes.shapeOf });
}

it("writes each endpoint as a module with plain data and its response's shape", async () => {
  const code = await replacementOf("taking-part", participation);
  expect(code).toContain('export { joinContest } from "./taking-part.ts?only=joinContest";');
  expect(await replacementOf("taking-part", participation, "joinContest")).toBe(
    'export const joinContest = {"method":"PUT","path":"/join-contest","access":"signed-in","answers":"object","shape":{"contestId last4 paymentStatus":"string","amount participantCount":"number","paidAt":"date","receiptNumber":{"?":{"~":"number"}}}};',
  );
  expect(await replacementOf("taking-part", participation, "listParticipatedContests")).toMatch(
    /^export const listParticipatedContests = \{.*"answers":"list","shape":\[.*\]\};$/,
  );
  expect(code).toContain('export { joinReceipt } from "./taking-part.ts";');
});

it("inlines constants and re-exports schemas and functions", async () => {
  const code = await replacementOf("fields", fields);
  expect(code).toContain('export const REQUIRED = "This field is required";');
  expect(code).toContain('export { email } from "./fields.ts";');
  expect(code).toContain('export { parseInstant } from "./fields.ts";');
  expect(await replacementOf("contract-version", remote)).toContain(
    'export { satisfiesContract } from "./contract-version.ts";',
  );
});

it("marks an endpoint that sends a file", async () => {
  expect(await replacementOf("entry-files", files, "readEntryFile")).toBe(
    'export const readEntryFile = {"method":"GET","path":"/entry-files/:id","access":"everyone","sends":"file"};',
  );
  expect(await replacementOf("entry-files", files, "uploadEntryFile")).toBe(
    'export const uploadEntryFile = {"method":"POST","path":"/entry-files","access":"signed-in","answers":"object","shape":{"_id name kind":"string","bytes":"number","width height":{"~":"number"}}};',
  );
});

it("rejects an endpoint whose response has no kind", async () => {
  const invalid = { ask: { method: "GET", path: "/ask", access: "everyone", response: z.string() } };
  await expect(replacementOf("odd", invalid, "ask")).rejects.toThrow(
    "The answer of ask is neither a list nor an object.",
  );
});
