import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import { etagOf } from "./send-with-etag";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = "br" | "gzip";

export interface EncodedBody {
  tag: string;
  body: Buffer;
  encoded: Partial<Record<Encoding, Buffer>>;
  encode(encoding: Encoding): Promise<Buffer>;
}

/** Compressing smaller bodies is not worth the client's time to decompress. */
const MIN_COMPRESSED_BYTES = 1024;

/** Compresses each variant once. Brotli quality 5: higher levels take longer than producing the body. */
export function createEncodedBody(text: string): EncodedBody {
  const body = Buffer.from(text);
  const pending: Partial<Record<Encoding, Promise<Buffer>>> = {};
  const make = {
    br: () =>
      brotli(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      }),
    gzip: () => zip(body),
  };
  const encoded: EncodedBody["encoded"] = {};
  const encode = (encoding: Encoding) =>
    (pending[encoding] ??= make[encoding]().then((made) => (encoded[encoding] = made)));
  return { tag: etagOf(body), body, encoded, encode };
}

export const encodingFor = ({ body }: { body: string | Buffer }, accepted: string | undefined): Encoding | null =>
  body.length < MIN_COMPRESSED_BYTES ? null : (negotiate(accepted ?? "", ["br", "gzip"]) as Encoding | null);
