import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

export interface ZippedFile {
  /** In the archive. */
  path: string;
  /** Null where this one cannot be read, while others can. */
  open: () => Promise<Readable | null>;
  /** Its bytes are packed already: to pack them again takes long and saves nothing. */
  isPacked: boolean;
}

/** What stands in the archive for those that could not be read. */
interface Missing {
  /** In the place of one, by the path that it would have had. */
  instead: (path: string) => { path: string; text: string };
  /** After all others. */
  list: (paths: readonly string[]) => { path: string; text: string };
}

/**
 * An archive of these files, each of which is opened when the one before was sent. Whoever stops reading closes what is open. One
 * that cannot be read is told in the archive; where that shows only in its middle, or nothing can be read any more, the archive
 * breaks off, so that nobody takes a part of it for the whole.
 */
export function zipStream(
  first: ZippedFile,
  others: AsyncIterable<ZippedFile>,
  { at, missing }: { at: Date; missing: Missing },
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const left: string[] = [];
  let open: Readable | undefined;
  zip.on("error", (error) => output.destroy(error as Error));
  output.once("close", () => open?.destroy());

  /** Until all of it was taken by whoever reads. */
  async function add(path: string, content: Readable, isPacked: boolean): Promise<void> {
    if (output.destroyed) return void content.destroy();
    open = content;
    zip.addReadStream(content, path, { compress: !isPacked, mtime: at, mode: 0o100644 });
    await finished(content, { writable: false });
  }

  const say = ({ path, text }: { path: string; text: string }) => add(path, Readable.from([Buffer.from(text)]), false);

  async function put({ path, open: read, isPacked }: ZippedFile): Promise<void> {
    const content = await read();
    if (content) return add(path, content, isPacked);
    left.push(path);
    return say(missing.instead(path));
  }

  async function fill(): Promise<void> {
    await put(first);
    for await (const file of others) {
      if (output.destroyed) return;
      await put(file);
    }
    if (left.length > 0) await say(missing.list(left));
    zip.end();
  }
  fill().catch((error: unknown) => output.destroy(error as Error));
  finished(output).catch(() => undefined);
  return output;
}
