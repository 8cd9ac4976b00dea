import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);
const known = new WeakMap<Buffer, Promise<Buffer>>();

/** The file as it is sent. It takes seconds for a build, which is weighed and then stored: of one buffer it is done once. */
export function brotliOf(content: Buffer): Promise<Buffer> {
  const made = known.get(content) ?? compress(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
  known.set(content, made);
  return made;
}
