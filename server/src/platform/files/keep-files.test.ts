import { uploadEntryFile } from "@conquest/shared/contracts/entries";
import { files } from "../../database/schema";
import { aServer } from "../../testing/a-server";

// Nobody answers there.
const site = aServer({ config: { files: { kind: "bucket", bucket: "files", endpoint: "http://127.0.0.1:9", region: "us-east-1", credentials: { accessKeyId: "key", secretAccessKey: "secret" } } } });

it("says while the store is away that it is, and gives nobody a file that is not kept", async () => {
  const person = await site.people.user();
  const call = { query: { name: "poster.pdf" }, body: Buffer.from("%PDF-1.7") };
  expect(await site.api.as(person).refusal(uploadEntryFile, call)).toMatchObject({ status: 503, code: "files_away" });
  const [row] = await site.db.select().from(files);
  expect(row).toMatchObject({ state: "going" });
  expect((await site.api.as(person).send({ method: "GET", url: `/api/entry-files/${row!.id}` })).statusCode).toBe(404);
  // What may be left of its bytes is tried again until it is gone.
  await expect(site.app.files.sweep()).rejects.toThrow();
  expect(await site.db.select().from(files)).toHaveLength(1);
}, 60_000);

it("counts none of them against who sent them", async () => {
  const person = await site.people.user();
  await site.db.insert(files).values(
    Array.from({ length: 25 }, () => ({ uploaderId: person.id, use: "entry" as const, state: "going" as const, whole: "whole.zip", name: "a", kind: "zip" as const, bytes: 1, sha256: "0".repeat(64), createdAt: site.clock.now() })),
  );
  expect(await site.api.as(person).refusal(uploadEntryFile, { query: { name: "poster.pdf" }, body: Buffer.from("%PDF-1.7") })).toMatchObject({ code: "files_away" });
}, 60_000);
