import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import { etagOf } from "./send-with-etag";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = "br" | "gzip";

/** A body that is ready to be sent, however often. */
export interface EncodedBody {
  tag: string;
  body: Buffer;
  /** The body compressed, once it has been asked for. */
  encoded: Partial<Record<Encoding, Buffer>>;
  encode(encoding: Encoding): Promise<Buffer>;
}

/** Smaller ones are not worth a reader's time to unpack. */
const COMPRESSED_FROM = 1024;

/** Compressed once however often it is sent. Brotli at 5: above that it takes longer than making what is sent. */
export function createEncodedBody(text: string): EncodedBody {
  const body = Buffer.from(text);
  const making: Partial<Record<Encoding, Promise<Buffer>>> = {};
  const make = {
    br: () =>
      brotli(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      }),
    gzip: () => zip(body),
  };
  const encoded: EncodedBody["encoded"] = {};
  const encode = (encoding: Encoding) =>
    (making[encoding] ??= make[encoding]().then((made) => (encoded[encoding] = made)));
  return { tag: etagOf(body), body, encoded, encode };
}

/** How to send this to whoever accepts that; null is as it is. */
export const encodingFor = ({ body }: { body: string | Buffer }, accepted: string | undefined): Encoding | null =>
  body.length < COMPRESSED_FROM ? null : (negotiate(accepted ?? "", ["br", "gzip"]) as Encoding | null);
