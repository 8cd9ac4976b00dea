import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { startBucket, type RunningBucket } from "../../testing/start-bucket";
import { testServer, type Person } from "../../testing/test-server";
import { MARKER_FILE } from "./store/mount-marker";

const PDF = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(3_000_000, "0123456789"), Buffer.from("\n%%EOF")]);
const LAST = PDF.length - 1;

const folder = mkdtempSync(path.join(tmpdir(), "conquest-file-ranges-"));
let bucket: RunningBucket;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(async () => {
  await bucket.stop();
  rmSync(folder, { recursive: true, force: true });
});

const inFolder = testServer({ config: { files: { kind: "folder", folder } } });
const inBucket = testServer({
  config: {
    files: {
      kind: "bucket",
      bucket: "files",
      region: "us-east-1",
      credentials: { accessKeyId: "test-key", secretAccessKey: "test-secret" },
      get endpoint() {
        return bucket.place.endpoint;
      },
    },
  },
});

/** Removes the second half of the only stored file. */
function truncateIn(store: string): void {
  if (store === "bucket")
    for (const [key, object] of bucket.objects)
      bucket.objects.set(key, { ...object, content: object.content.subarray(0, PDF.length / 2) });
  else
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile() && entry.name !== MARKER_FILE)
        truncateSync(path.join(entry.parentPath, entry.name), Math.floor(PDF.length / 2));
}

describe.each([
  ["folder", inFolder],
  ["bucket", inBucket],
])("a file in a %s", (store, site) => {
  let person: Person;
  let url: string;
  beforeEach(async () => {
    bucket.objects.clear();
    rmSync(folder, { recursive: true, force: true });
    person = await site.people.user();
    const body = { query: { name: "poster.pdf" }, body: PDF };
    url = `/api/entry-files/${(await site.api.as(person).call(uploadEntryFile, body))._id}`;
    bucket.ranges = [];
  });
  const read = (headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
    site.api.as(person).send({ method, url, headers });

  it("has an address that answers ranges", async () => {
    for (const [range, start, end] of [
      ["bytes=0-8", 0, 8],
      [`bytes=${LAST - 5}-`, LAST - 5, LAST],
      ["bytes=-6", LAST - 5, LAST],
      [`bytes=1000-${LAST + 1000}`, 1000, LAST],
    ] as const) {
      const { statusCode, headers, rawPayload } = await read({ range });
      expect(statusCode).toBe(206);
      expect(headers).toMatchObject({
        "accept-ranges": "bytes",
        "content-range": `bytes ${start}-${end}/${PDF.length}`,
        "content-length": String(end - start + 1),
        "content-type": "application/pdf",
        "content-disposition": expect.stringContaining("poster.pdf") as unknown,
        "cache-control": "private, no-cache",
        etag: (await read({}, "HEAD")).headers["etag"],
      });
      expect(rawPayload.equals(PDF.subarray(start, end + 1))).toBe(true);
    }
  });

  it("is sent whole for several ranges, an older version and HEAD", async () => {
    const ignored = [{}, { range: "bytes=0-1,5-6" }, { range: "bytes=0-1", "if-range": '"older"' }];
    for (const headers of ignored) {
      const { statusCode, headers: sent, rawPayload } = await read(headers as Record<string, string>);
      expect([statusCode, sent["accept-ranges"], sent["content-range"]]).toEqual([200, "bytes", undefined]);
      expect(rawPayload.equals(PDF)).toBe(true);
    }
    const { statusCode, headers, rawPayload } = await read({ range: "bytes=0-1" }, "HEAD");
    expect([statusCode, headers["accept-ranges"], headers["content-length"], rawPayload.length]).toEqual([
      200,
      "bytes",
      String(PDF.length),
      0,
    ]);
    const etag = String(headers["etag"]);
    expect((await read({ range: "bytes=0-1", "if-range": etag })).statusCode).toBe(206);
    expect((await read({ range: "bytes=0-1", "if-none-match": etag })).statusCode).toBe(304);
  });

  it("answers 416 with its size beyond the end", async () => {
    const { statusCode, headers, body } = await read({ range: `bytes=${PDF.length}-` });
    expect([statusCode, headers["content-range"], body]).toEqual([416, `bytes */${PDF.length}`, ""]);
  });

  it("has the same permissions in ranges", async () => {
    const other = await site.people.user();
    for (const range of ["bytes=0-1", `bytes=${PDF.length}-`]) {
      const response = await site.api.as(other).send({ url, headers: { range } });
      expect([response.statusCode, response.headers["content-range"]]).toEqual([404, undefined]);
      expect((await site.api.send({ url, headers: { range } })).statusCode).toBe(404);
    }
  });

  it("answers 503 if it is shorter than it should be", async () => {
    truncateIn(store);
    for (const range of ["bytes=0-1", `bytes=${LAST - 1}-${LAST}`]) {
      const response = await read({ range });
      expect([response.statusCode, response.headers["content-range"]]).toEqual([503, undefined]);
    }
  });

  it("resumes a download that broke off", async () => {
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = site.app.server.address() as AddressInfo;
    const open = (headers: Record<string, string>) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        request({ port, host: "127.0.0.1", path: url, headers: { cookie: person.cookie, ...headers } }, resolve)
          .once("error", reject)
          .end();
      });
    const first = await open({});
    const received: Buffer[] = [];
    for await (const chunk of first) {
      received.push(chunk as Buffer);
      if (Buffer.concat(received).length > 100_000) break;
    }
    first.destroy();
    const start = Buffer.concat(received);
    expect(start.length).toBeLessThan(PDF.length);
    const rest = await open({ range: `bytes=${start.length}-`, "if-range": String(first.headers["etag"]) });
    expect(rest.statusCode).toBe(206);
    const whole = Buffer.concat([start, await buffer(rest)]);
    expect(createHash("sha256").update(whole).digest("hex")).toBe(createHash("sha256").update(PDF).digest("hex"));
    if (store === "bucket") expect(bucket.ranges).toEqual([`bytes=${start.length}-${LAST}`]);
  });
});
