import { createHash, randomUUID } from "node:crypto";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { FileToSend } from "../answers/file-to-send";
import { PICTURE_FORMATS, bestFormat } from "../answers/picture-format";
import type { Deps } from "../deps";
import { refuse, unavailable } from "../errors";
import { oneAtATime } from "../one-at-a-time";
import { tellKind } from "./file-kinds";
import { savedName, shownName } from "./file-names";
import { openFileStore } from "./file-store";
import { filesOf, type FileRow, type FileUse } from "./files-repository";
import { drawn, takenKind } from "./judge-file";
import { makePictures } from "./make-pictures";

/** Of one person: who uploads this many has to use or take back some. A day's worth of mistakes, and no store for the world. */
const MOST_LOOSE = 20;
const HOUR = 60 * 60 * 1000;
/** What belongs to nothing by then is not wanted. */
const LOOSE_FOR = 24 * HOUR;
/** Of one go: the next one comes in a minute. */
const MOST_SWEPT = 200;

interface Given {
  content: Buffer;
  name: string;
  uploaderId: string;
  use: FileUse;
  /** In pixels: what a picture is also kept in. */
  widths: readonly number[];
}

interface Files {
  /** Keeps a file that somebody sends, or refuses it (422) and keeps nothing of it. It belongs to nothing yet. */
  take(given: Given): Promise<FileRow>;
  /** As an answer: to be saved, or a picture in the first width that is no smaller than asked for, as the `Accept` header wants it. */
  answer(file: FileRow, asked: { width?: number | undefined; accept?: string | undefined }): FileToSend;
  /** Lets go of what belongs to nothing since a day, and removes the bytes of all that were let go of. */
  sweep(): Promise<void>;
}

declare module "fastify" {
  interface FastifyInstance {
    files: Files;
  }
}

/** What is kept as it came. */
const WHOLE = { pdf: "whole.pdf", text: "whole.txt", zip: "whole.zip" };

const TYPES: Record<string, string> = {
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".pdf": "application/pdf",
  ".txt": "text/plain; charset=utf-8",
  ".zip": "application/zip",
};
const typeOf = (part: string) => TYPES[path.extname(part)]!;

/** Adds `app.files`: what people upload. */
export function keepFiles(app: FastifyInstance, { db, clock, config }: Pick<Deps, "db" | "clock" | "config">): void {
  const store = openFileStore(config.files);
  const inTurn = oneAtATime();
  const rows = filesOf(db);
  app.addHook("onClose", async () => store.close());
  // Pages of another name of the same site show pictures too.
  const within = config.corsOrigins.length > 0 ? "same-site" : "same-origin";

  async function take({ content, name: given, uploaderId, use, widths }: Given): Promise<FileRow> {
    const name = shownName(given);
    const kind = takenKind(tellKind(content), name);
    if ((await rows.countLoose(uploaderId)) >= MOST_LOOSE) {
      refuse("too_many_files", `You have uploaded ${MOST_LOOSE} files that are used nowhere yet. Use or remove some, or come back tomorrow.`);
    }
    const picture = kind === "picture" ? drawn(await inTurn(() => makePictures(content, widths))) : null;
    const parts = picture?.parts ?? [{ name: WHOLE[kind as keyof typeof WHOLE], content }];
    const id = randomUUID();
    const file = {
      id,
      uploaderId,
      use,
      name,
      kind,
      whole: parts[0]!.name,
      bytes: parts[0]!.content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
      ...(picture && { width: picture.width, height: picture.height, widths: picture.widths }),
      createdAt: clock.now(),
    };
    // Before its bytes: whatever happens now, somebody knows of them, and they are swept.
    await rows.insert(file);
    try {
      for (const part of parts) await store.put(keyOf(id, part.name), part.content, typeOf(part.name));
    } catch (error) {
      app.log.error({ err: error }, "a file could not be kept");
      await rows.letGo([id]);
      unavailable("files_away", "Files cannot be kept right now. Please try again in a moment.");
    }
    return rows.arrive(id);
  }

  app.decorate("files", {
    take,

    answer(file, { width, accept }) {
      const { id, kind, name, whole, bytes, sha256 } = file;
      const open = (part: string) => () => store.read(keyOf(id, part));
      const tag = sha256.slice(0, 24);
      const small = width === undefined ? undefined : file.widths.find((each) => each >= width);
      const all = { open: open(whole), contentType: typeOf(whole), bytes, within } as const;
      if (kind !== "picture" || width === undefined) return new FileToSend({ ...all, tag, name: savedName(name, whole) });
      if (small === undefined) return new FileToSend({ ...all, tag: `${tag}-whole` });
      const format = bestFormat(accept) ?? "webp";
      return new FileToSend({ open: open(`${small}.${format}`), contentType: typeOf(`${small}.${format}`), tag: `${tag}-${small}-${format}`, within });
    },

    async sweep() {
      await rows.letGoOfLoose(new Date(clock.now().getTime() - LOOSE_FOR));
      const going = await rows.listGoing(MOST_SWEPT);
      for (const file of going) {
        await store.remove(keysOf(file));
        await rows.forget([file.id]);
      }
    },
  });
}

/** Nothing of it is what anybody wrote. */
const keyOf = (id: string, part: string) => `${id.slice(0, 2)}/${id}-${part}`;

const keysOf = ({ id, whole, widths }: FileRow) => [whole, ...widths.flatMap((width) => PICTURE_FORMATS.map((format) => `${width}.${format}`))].map((part) => keyOf(id, part));
