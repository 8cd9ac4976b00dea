import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

export interface ZippedFile {
  /** In the archive. */
  path: string;
  open: () => Promise<Readable>;
  /** Its bytes are packed already: to pack them again takes long and saves nothing. */
  isPacked: boolean;
}

/**
 * An archive of these files, each of which is opened when the one before was sent. Whoever stops reading closes what is open; a
 * file that cannot be read breaks the archive off, so that nobody takes a part of it for the whole.
 */
export function zipStream(first: ZippedFile, others: AsyncIterable<ZippedFile>, at: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let open: Readable | undefined;
  zip.on("error", (error) => output.destroy(error as Error));
  output.once("close", () => open?.destroy());

  function add({ path, open: read, isPacked }: ZippedFile): void {
    zip.addReadStreamLazy(path, { compress: !isPacked, mtime: at, mode: 0o100644 }, (give) => {
      if (output.destroyed) return;
      read().then(
        (stream) => {
          open = stream;
          // Nobody else listens to one that is handed over.
          stream.once("error", (error) => output.destroy(error));
          if (output.destroyed) stream.destroy();
          else give(null, stream);
        },
        (error: unknown) => output.destroy(error as Error),
      );
    });
  }

  async function fill(): Promise<void> {
    add(first);
    for await (const file of others) {
      if (output.destroyed) return;
      add(file);
    }
    zip.end();
  }
  fill().catch((error: unknown) => output.destroy(error as Error));
  finished(output).catch(() => undefined);
  return output;
}
