import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { StorageConfig } from "../config/storage-config";

interface StoredObject {
  content: Buffer;
  contentType: string | undefined;
}

export interface RunningBucket {
  place: StorageConfig & { kind: "bucket" };
  objects: Map<string, StoredObject>;
  /** The headers `Range` of all reads that had one. */
  ranges: string[];
  /** Answers 403 instead of 404 for missing objects, as S3 does without list permission. */
  hides: boolean;
  stop(): Promise<void>;
}

const BUCKET = "files";
const ACCESS_KEY = "test-key";

const errorXml = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

/** Objects per list page; S3 has 1000. */
const LIST_PAGE_SIZE = 2;

function pageOf(objects: ReadonlyMap<string, StoredObject>, after: string): string {
  const remaining = [...objects].filter(([key]) => key > after).sort(([a], [b]) => (a < b ? -1 : 1));
  const page = remaining.slice(0, LIST_PAGE_SIZE);
  const next =
    remaining.length > LIST_PAGE_SIZE ? `<NextContinuationToken>${page.at(-1)![0]}</NextContinuationToken>` : "";
  const contents = page.map(
    ([key, { content }]) =>
      `<Contents><Key>${key}</Key><LastModified>2026-03-02T06:00:00.000Z</LastModified><ETag>"1"</ETag><Size>${content.length}</Size></Contents>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${contents.join("")}${next}</ListBucketResult>`;
}

/**
 * Starts a local S3 bucket that supports put, get (also of ranges), delete and list, and accepts any request signed with the right key
 * id.
 */
export async function startBucket(): Promise<RunningBucket> {
  const objects = new Map<string, StoredObject>();
  const server = createServer((request, response) => {
    void (async () => {
      const content = await buffer(request);
      const respond = (status: number, body: string | Buffer = "", headers: Record<string, string> = {}) =>
        response.writeHead(status, headers).end(body);
      const [, bucket, ...rest] = decodeURIComponent(new URL(request.url!, "http://bucket").pathname).split("/");
      const key = rest.join("/");
      const isSigned = request.headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${ACCESS_KEY}/`);
      if (!isSigned) return respond(403, errorXml("AccessDenied"), { "content-type": "application/xml" });
      if (bucket === BUCKET && key === "" && request.method === "GET")
        return respond(
          200,
          pageOf(objects, new URL(request.url!, "http://bucket").searchParams.get("continuation-token") ?? ""),
          { "content-type": "application/xml" },
        );
      if (bucket !== BUCKET || key === "")
        return respond(404, errorXml("NoSuchBucket"), { "content-type": "application/xml" });
      if (request.method === "PUT") {
        objects.set(key, { content, contentType: request.headers["content-type"] });
        return respond(200, "", { etag: '"1"' });
      }
      const known = objects.get(key);
      if (request.method === "DELETE") {
        objects.delete(key);
        return respond(204);
      }
      if (!known && running.hides) return respond(403, errorXml("AccessDenied"), { "content-type": "application/xml" });
      if (!known) return respond(404, errorXml("NoSuchKey"), { "content-type": "application/xml" });
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
      const whole = known.content.length;
      if (Number(start) >= whole) return respond(416, errorXml("InvalidRange"), { "content-type": "application/xml" });
      const sent = start === undefined ? known.content : known.content.subarray(Number(start), Number(end) + 1);
      if (request.headers.range !== undefined) running.ranges.push(request.headers.range);
      return respond(start === undefined ? 200 : 206, sent, {
        "content-type": known.contentType ?? "application/octet-stream",
        etag: '"1"',
        "content-length": String(sent.length),
        ...(start !== undefined && { "content-range": `bytes ${start}-${Number(start) + sent.length - 1}/${whole}` }),
      });
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const running: RunningBucket = {
    hides: false,
    ranges: [],
    place: {
      kind: "bucket",
      bucket: BUCKET,
      endpoint,
      region: "us-east-1",
      credentials: { accessKeyId: ACCESS_KEY, secretAccessKey: "test-secret" },
    },
    objects,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return running;
}
