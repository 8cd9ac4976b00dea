import { createHash, randomUUID } from "node:crypto";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { OFFICE_FILES, type FileKind } from "@conquest/shared/contracts/media/files";
import { FileToSend } from "../http/file-to-send";
import { keyOf, keysOf, partsOf } from "../../database/file-keys";
import type { files } from "../../database/schema/files";
import { bestFormat } from "../http/picture-format";
import type { Deps } from "../deps";
import { throwConflict, HttpError, unavailable, UNAVAILABLE } from "../errors";
import { createFairSemaphore } from "../concurrency/fair-semaphore";
import { detectFileType } from "./file-types";
import { savedName, shownName } from "./file-names";
import { filesRepository, type FileRow, type FileUse } from "./files-repository";
import { assertWhole, reencodePicture, validateUpload } from "./validate-upload";
import { makePictures } from "./make-pictures";
import { lengthCheckStream } from "./store/length-check-stream";
import type { StoredContent } from "./store/file-store";
import { openFileStore } from "./store/open-file-store";
import { FileUnreadable, StorageUnavailable } from "./store/storage-errors";

/** Of one person: who uploads this many has to use or take back some. A day's worth of mistakes, and no store for the world. */
const MOST_LOOSE = 20;
const HOUR = 60 * 60 * 1000;
/** What belongs to nothing by then is not wanted. */
const LOOSE_FOR = 24 * HOUR;
/** So many files are looked for where nobody knows whether it is the right place. */
const SAMPLE = 20;
/** Of one go: the next one comes in a minute. */
const MOST_SWEPT = 200;

interface Given {
  content: Buffer;
  name: string;
  uploaderId: string;
  use: FileUse;
  /** Nothing else is taken; everything where this is left out. */
  only?: FileKind;
  /** In pixels: what a picture is also kept in. */
  widths: readonly number[];
  /** The longest edge of a picture where it is whole, in pixels; as long as it came where this is left out. */
  longest?: number;
}

export interface FileUploads {
  /** Keeps a file that somebody sends, or refuses it (422) and keeps nothing of it. It belongs to nothing yet. */
  take(given: Given): Promise<FileRow>;
  /** Another file like this one. It belongs to nothing yet. */
  copy(file: FileRow, uploaderId: string): Promise<FileRow>;
  /** What of a file is asked for: all of it, or a picture in the first width that is no smaller, as the `Accept` header wants it. */
  pick(file: FileRow, asked: { width?: number | undefined; accept?: string | undefined }): Picked;
  /** As an answer to who may have it: to be saved, or a picture to be looked at. */
  answer(file: FileRow, asked: { width?: number | undefined; accept?: string | undefined }): FileToSend;
  /** Refuses (503) where files can neither be kept nor read now. */
  look(): Promise<void>;
  /** Lets go of what belongs to nothing since a day, and removes the bytes of all that were let go of. */
  sweep(): Promise<void>;
}

export interface Picked {
  /** Refuses (503) where it cannot be read: see {@link isUnreadable}. What it answers fails where it has other than its bytes. */
  open: () => Promise<StoredContent>;
  contentType: string;
  /** Names the content. */
  tag: string;
  /** Where it is known. */
  bytes?: number;
}

const UNREADABLE = "file_unreadable";

/** Whether this one file cannot be read, while others can. */
export const isUnreadable = (error: unknown): boolean => error instanceof HttpError && error.code === UNREADABLE;

const storeAway = () =>
  unavailable("files_away", "The files of this site cannot be reached right now. Please try again in a moment.");

declare module "fastify" {
  interface FastifyInstance {
    files: FileUploads;
  }
}

const TYPES: Record<string, string> = {
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".pdf": "application/pdf",
  ".txt": "text/plain; charset=utf-8",
  ".zip": "application/zip",
  ...Object.fromEntries(Object.values(OFFICE_FILES).map(({ ending, type }) => [`.${ending}`, type])),
};
const typeOf = (part: string) => TYPES[path.extname(part)]!;

/** Adds `app.files`: what people upload. */
export function registerFileUploads(
  app: FastifyInstance,
  { db, clock, config }: Pick<Deps, "db" | "clock" | "config">,
): void {
  const rows = filesRepository(db);
  const store = openFileStore(config.files, {
    sampleKeys: async () => (await rows.sample(SAMPLE)).map(({ id, whole }) => keyOf(id, whole)),
  });
  const inTurn = createFairSemaphore(1);
  app.addHook("onClose", async () => store.close());
  // A place that is empty yet is made its own; one that is not the right one is told before anybody wants something of it.
  if (config.files.kind === "folder")
    app.addHook("onReady", () =>
      store.look().catch((error: unknown) => app.log.error({ err: error }, "the place of files is away")),
    );
  // Pages of another name of the same site show pictures too.
  const within = config.corsOrigins.length > 0 ? "same-site" : "same-origin";

  async function take({ content, name: given, uploaderId, use, only, widths, longest }: Given): Promise<FileRow> {
    const name = shownName(given);
    const taken = validateUpload(detectFileType(content), name, only);
    const { kind } = taken;
    assertWhole(taken, content);
    if ((await rows.countLoose(uploaderId)) >= MOST_LOOSE) {
      throwConflict(
        "too_many_files",
        `You have uploaded ${MOST_LOOSE} files that are used nowhere yet. Use or remove some, or come back tomorrow.`,
      );
    }
    const picture =
      kind === "picture"
        ? reencodePicture(await inTurn(() => makePictures(content, { widths, longest }), uploaderId), only)
        : null;
    const parts = picture?.parts ?? [{ name: `whole.${taken.ending}`, content }];
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
    return keep(file, async () => {
      for (const part of parts) await store.put(keyOf(id, part.name), part.content, typeOf(part.name));
    });
  }

  /** The row comes before its bytes: whatever happens now, somebody knows of them, and they are swept. */
  async function keep(file: typeof files.$inferInsert & { id: string }, bring: () => Promise<void>): Promise<FileRow> {
    await rows.insert(file);
    try {
      await bring();
    } catch (error) {
      app.log.error({ err: error, file: file.id }, "a file could not be kept");
      await rows.letGo([file.id]);
      // What was to be copied cannot be read.
      if (error instanceof HttpError && error.statusCode === UNAVAILABLE) throw error;
      unavailable("files_away", "Files cannot be kept right now. Please try again in a moment.");
    }
    return rows.arrive(file.id);
  }

  function copy(from: FileRow, uploaderId: string): Promise<FileRow> {
    const { use, name, kind, whole, bytes, sha256, width, height, widths } = from;
    const id = randomUUID();
    return keep(
      { id, uploaderId, use, name, kind, whole, bytes, sha256, width, height, widths, createdAt: clock.now() },
      async () => {
        for (const part of partsOf(from))
          await store.put(keyOf(id, part), await buffer((await read(from, part)).content), typeOf(part));
      },
    );
  }

  async function read(file: FileRow, part: string): Promise<StoredContent> {
    const about = { file: file.id, part };
    try {
      const { content, bytes } = await store.read(keyOf(file.id, part));
      const due = part === file.whole ? file.bytes : bytes;
      if (bytes !== undefined && (part === file.whole ? bytes !== file.bytes : bytes === 0)) {
        content.destroy();
        throw new FileUnreadable(
          `It has ${bytes} bytes, and should have ${part === file.whole ? file.bytes : "some"}.`,
        );
      }
      const counted = due === undefined ? content : lengthCheckStream(content, due);
      counted.once("error", (error) => app.log.error({ err: error, ...about }, "a file broke off while it was read"));
      return { content: counted, bytes: due };
    } catch (error) {
      if (error instanceof FileUnreadable) {
        app.log.error({ err: error, ...about }, "a file cannot be read");
        unavailable(
          UNREADABLE,
          "This file cannot be read right now. Please try again later, and write to us if it stays so.",
        );
      }
      if (!(error instanceof StorageUnavailable)) throw error;
      app.log.error({ err: error, ...about }, "the place of files is away");
      return storeAway();
    }
  }

  const pick: FileUploads["pick"] = (file, { width, accept }) => {
    const asPart = (part: string) => ({
      open: () => read(file, part),
      contentType: typeOf(part),
      tag: `${file.sha256.slice(0, 24)}-${part}`,
    });
    const small = width === undefined ? undefined : file.widths.find((each) => each >= width);
    return small === undefined
      ? { ...asPart(file.whole), bytes: file.bytes }
      : asPart(`${small}.${bestFormat(accept) ?? "webp"}`);
  };

  app.decorate("files", {
    take,
    copy,
    pick,

    answer(file, asked) {
      const isLookedAt = file.kind === "picture" && asked.width !== undefined;
      return new FileToSend({
        ...pick(file, asked),
        isKept: true,
        within,
        ...(!isLookedAt && { name: savedName(file.name, file.whole) }),
      });
    },

    async look() {
      await store.look().catch((error: unknown) => {
        if (!(error instanceof StorageUnavailable)) throw error;
        app.log.error({ err: error }, "the place of files is away");
        storeAway();
      });
    },

    async sweep() {
      // Each minute, also where nothing is to be removed: whoever watches hears of a place that is away.
      await store.look();
      await rows.letGoOfLoose({ before: new Date(clock.now().getTime() - LOOSE_FOR) });
      const going = await rows.listGoing(MOST_SWEPT);
      for (const file of going) {
        await store.remove(keysOf(file));
        await rows.forget([file.id]);
      }
    },
  });
}
