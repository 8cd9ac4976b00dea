import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

export interface ZippedFile {
  path: string;
  /** Returns null if only this file is unreadable. */
  open: () => Promise<Readable | null>;
  /** Already compressed: compressing it again takes long and saves nothing. */
  isPacked: boolean;
}

interface Missing {
  instead: (path: string) => { path: string; text: string };
  list: (paths: readonly string[]) => { path: string; text: string };
}

/** Replaces unreadable files by a note. One that breaks off fails the stream: no partial archive may seem complete. */
export function zipStream(
  first: ZippedFile,
  others: AsyncIterable<ZippedFile>,
  { at, missing }: { at: Date; missing: Missing },
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const unreadable: string[] = [];
  let open: Readable | undefined;
  zip.on("error", (error) => output.destroy(error as Error));
  output.once("close", () => open?.destroy());

  async function add(path: string, content: Readable, isPacked: boolean): Promise<void> {
    if (output.destroyed) return void content.destroy();
    open = content;
    zip.addReadStream(content, path, { compress: !isPacked, mtime: at, mode: 0o100644 });
    await finished(content, { writable: false });
  }

  const addText = ({ path, text }: { path: string; text: string }) =>
    add(path, Readable.from([Buffer.from(text)]), false);

  async function addFile({ path, open: read, isPacked }: ZippedFile): Promise<void> {
    const content = await read();
    if (content) return add(path, content, isPacked);
    unreadable.push(path);
    return addText(missing.instead(path));
  }

  async function addAll(): Promise<void> {
    await addFile(first);
    for await (const file of others) {
      if (output.destroyed) return;
      await addFile(file);
    }
    if (unreadable.length > 0) await addText(missing.list(unreadable));
    zip.end();
  }
  addAll().catch((error: unknown) => output.destroy(error as Error));
  finished(output).catch(() => undefined);
  return output;
}
