import { createHash, randomUUID } from "node:crypto";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { OFFICE_FORMATS, type FileKind } from "@conquest/shared/contracts/media/files";
import { message } from "@conquest/shared/contracts/text/message";
import type { ByteRange } from "../http/byte-range";
import { FileToSend } from "../http/file-to-send";
import { keyOf, keysOf, partsOf } from "../../database/file-keys";
import type { files } from "../../database/schema/files";
import { bestFormat } from "../http/picture-format";
import type { Deps } from "../deps";
import { throwConflict, HttpError, throwUnavailable, UNAVAILABLE_STATUS } from "../errors";
import { createFairSemaphore } from "../concurrency/fair-semaphore";
import { savedName, shownName } from "./file-names";
import { filesRepository, type FileRow, type FileUse } from "./files-repository";
import { assertWhole, reencodePicture, validateUpload } from "./validate-upload";
import { makePictures } from "./make-pictures";
import { lengthCheckStream, type StoredContent, FileUnreadable, StorageUnavailable } from "./store/file-store";
import { openFileStore } from "./store/open-file-store";

/** Allows for mistakes, but not for use as a file host. */
const MAX_ORPHANED_FILES = 20;
const HOUR_MS = 60 * 60 * 1000;
const ORPHAN_TTL_MS = 24 * HOUR_MS;
const SAMPLE_SIZE = 20;
const MAX_DELETED_PER_RUN = 200;

interface Upload {
  content: Buffer;
  name: string;
  uploaderId: string;
  use: FileUse;
  only?: FileKind;
  widths: readonly number[];
  longest?: number;
}

export interface FileUploads {
  /** Validates and stores an upload as an orphaned file. Throws 422 and stores nothing if it is not accepted. */
  take(upload: Upload): Promise<FileRow>;
  copy(file: FileRow, uploaderId: string): Promise<FileRow>;
  /** Selects the full file, or the smallest picture of at least this width in the best accepted format. */
  pick(file: FileRow, variant: { width?: number | undefined; accept?: string | undefined }): FileVariant;
  answer(file: FileRow, variant: { width?: number | undefined; accept?: string | undefined }): FileToSend;
  look(): Promise<void>;
  /** Releases files orphaned for a day, and deletes the contents of all released files. */
  sweep(): Promise<void>;
}

export interface FileVariant {
  /** Throws 503 if the file cannot be read. The stream fails unless it has exactly the expected length. Whole files have ranges. */
  open: (range?: ByteRange) => Promise<StoredContent>;
  contentType: string;
  tag: string;
  bytes?: number;
}

const UNREADABLE = "file_unreadable";

/** Returns whether only this file cannot be read, rather than the whole storage. */
export const isUnreadable = (error: unknown): boolean => error instanceof HttpError && error.code === UNREADABLE;

const storeAway = () =>
  throwUnavailable("files_away", message("We can't reach our file storage right now. Try again in a moment."));

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
  ...Object.fromEntries(Object.values(OFFICE_FORMATS).map(({ ending, type }) => [`.${ending}`, type])),
};
const typeOf = (part: string) => TYPES[path.extname(part)]!;

export function registerFileUploads(
  app: FastifyInstance,
  { db, clock, config }: Pick<Deps, "db" | "clock" | "config">,
): void {
  const rows = filesRepository(db);
  const store = openFileStore(config.files, {
    sampleKeys: async () => (await rows.sample(SAMPLE_SIZE)).map(({ id, whole }) => keyOf(id, whole)),
  });
  const runLimited = createFairSemaphore(1);
  app.addHook("onClose", async () => store.close());
  // Marks an empty folder as ours, and logs at startup if the storage is not the right one.
  if (config.files.kind === "folder")
    app.addHook("onReady", () =>
      store
        .assertAvailable()
        .catch((error: unknown) => app.log.error({ err: error }, "the file storage is unavailable")),
    );
  // Pages on other hosts of the same site embed pictures too.
  const within = config.corsOrigins.length > 0 ? "same-site" : "same-origin";

  async function take({ content, uploaderId, use, only, widths, longest, ...upload }: Upload): Promise<FileRow> {
    const name = shownName(upload.name);
    const validated = validateUpload(content, name, only);
    const { kind } = validated;
    assertWhole(validated, content);
    if ((await rows.countOrphaned(uploaderId)) >= MAX_ORPHANED_FILES)
      throwConflict(
        "too_many_files",
        message("You've reached the limit of {max} unused uploads. Remove some or try again tomorrow.", {
          max: MAX_ORPHANED_FILES,
        }),
      );
    const picture =
      kind === "picture"
        ? reencodePicture(await runLimited(() => makePictures(content, { widths, longest }), uploaderId), only)
        : null;
    const parts = picture?.parts ?? [{ name: `whole.${validated.ending}`, content }];
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
    return insertFile(file, async () => {
      for (const part of parts) await store.put(keyOf(id, part.name), part.content, typeOf(part.name));
    });
  }

  /** The row is inserted before the content, so that the cleanup finds the file if anything fails in between. */
  async function insertFile(file: typeof files.$inferInsert & { id: string }, bring: () => Promise<void>) {
    await rows.insert(file);
    try {
      await bring();
    } catch (error) {
      app.log.error({ err: error, file: file.id }, "a file could not be stored");
      await rows.release([file.id]);
      if (error instanceof HttpError && error.statusCode === UNAVAILABLE_STATUS) throw error;
      throwUnavailable("files_away", message("We can't save files right now. Try again in a moment."));
    }
    return rows.markStored(file.id);
  }

  function copy(from: FileRow, uploaderId: string): Promise<FileRow> {
    const { use, name, kind, whole, bytes, sha256, width, height, widths } = from;
    const id = randomUUID();
    return insertFile(
      { id, uploaderId, use, name, kind, whole, bytes, sha256, width, height, widths, createdAt: clock.now() },
      async () => {
        for (const part of partsOf(from))
          await store.put(keyOf(id, part), await buffer((await read(from, part)).content), typeOf(part));
      },
    );
  }

  async function read(file: FileRow, part: string, range?: ByteRange): Promise<StoredContent> {
    const about = { file: file.id, part };
    try {
      const { content, bytes } = await store.read(keyOf(file.id, part), range);
      const due = range ? range.end - range.start + 1 : part === file.whole ? file.bytes : bytes;
      if (bytes !== undefined && (part === file.whole ? bytes !== file.bytes : bytes === 0)) {
        content.destroy();
        throw new FileUnreadable(`It has ${bytes} bytes but should have ${part === file.whole ? file.bytes : "some"}.`);
      }
      const counted = due === undefined ? content : lengthCheckStream(content, due);
      counted.once("error", (error) => app.log.error({ err: error, ...about }, "reading a file was interrupted"));
      return { content: counted, bytes: due };
    } catch (error) {
      if (error instanceof FileUnreadable) {
        app.log.error({ err: error, ...about }, "a file cannot be read");
        throwUnavailable(
          UNREADABLE,
          message("We can't open this file right now. Try again later. Still not working? Contact us."),
        );
      }
      if (!(error instanceof StorageUnavailable)) throw error;
      app.log.error({ err: error, ...about }, "the file storage is unavailable");
      return storeAway();
    }
  }

  const pick: FileUploads["pick"] = (file, { width, accept }) => {
    const asPart = (part: string) => ({
      open: (range?: ByteRange) => read(file, part, range),
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

    answer(file, variant) {
      const isLookedAt = file.kind === "picture" && variant.width !== undefined;
      return new FileToSend({
        ...pick(file, variant),
        isStored: true,
        within,
        ...(!isLookedAt && { name: savedName(file.name, file.whole) }),
      });
    },

    async look() {
      await store.assertAvailable().catch((error: unknown) => {
        if (!(error instanceof StorageUnavailable)) throw error;
        app.log.error({ err: error }, "the file storage is unavailable");
        storeAway();
      });
    },

    async sweep() {
      // Every minute, even without anything to delete, so that monitoring notices unavailable storage.
      await store.assertAvailable();
      await rows.releaseOrphaned({ before: new Date(clock.now().getTime() - ORPHAN_TTL_MS) });
      const going = await rows.listGoing(MAX_DELETED_PER_RUN);
      for (const file of going) {
        await store.remove(keysOf(file));
        await rows.forget([file.id]);
      }
    },
  });
}
