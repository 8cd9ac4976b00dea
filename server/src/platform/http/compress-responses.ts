import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { encodingFor, type Encoding } from "./encoded-body";

const COMPRESS: Record<Encoding, (text: string) => Buffer> = {
  br: (text) =>
    brotliCompressSync(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 1,
        [constants.BROTLI_PARAM_LGWIN]: 18,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text) => gzipSync(text, { level: 1 }),
};

/**
 * Synchronous at the lowest level: 13 kB take 0.06 ms, while a stream at the default level takes 0.2 ms and saves only
 * 5% more.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || reply.hasHeader("content-encoding")) return payload;
    reply.header("vary", [reply.getHeader("vary"), "accept-encoding"].filter(Boolean).join(", "));
    const encoding = encodingFor({ body: payload }, request.headers["accept-encoding"]);
    if (!encoding) return payload;
    reply.header("content-encoding", encoding).removeHeader("content-length");
    return COMPRESS[encoding](payload);
  });
}
