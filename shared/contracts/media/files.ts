import { z } from "zod";
import { requiredText } from "../text/fields";

/** What can be uploaded. A file's own bytes say which it is, never its name. */
export const FILE_KINDS = ["picture", "pdf", "text", "zip"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/**
 * Office formats. Their `kind` is "zip", which older parts know; the extension tells the format. They are never opened or
 * unpacked.
 */
export const OFFICE_FILES = {
  docx: {
    ending: "docx",
    label: "Word document",
    type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  },
  xlsx: {
    ending: "xlsx",
    label: "Excel workbook",
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
  pptx: {
    ending: "pptx",
    label: "PowerPoint presentation",
    type: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  },
  odt: { ending: "odt", label: "OpenDocument text", type: "application/vnd.oasis.opendocument.text" },
  ods: { ending: "ods", label: "OpenDocument spreadsheet", type: "application/vnd.oasis.opendocument.spreadsheet" },
  odp: { ending: "odp", label: "OpenDocument presentation", type: "application/vnd.oasis.opendocument.presentation" },
  epub: { ending: "epub", label: "EPUB", type: "application/epub+zip" },
} as const;
export type OfficeEnding = keyof typeof OFFICE_FILES;

/**
 * Extensions of text files that keep their name: none that a double click executes. Any other text, like a script, gets `.txt` added.
 */
export const TEXT_ENDINGS = [
  ...[
    "txt",
    "text",
    "md",
    "markdown",
    "csv",
    "tsv",
    "json",
    "geojson",
    "ipynb",
    "log",
    "tex",
    "bib",
    "rst",
    "org",
    "adoc",
    "srt",
    "vtt",
  ],
  ...["yaml", "yml", "toml", "ini", "sql", "css", "c", "h", "cpp", "cs", "java", "kt", "go", "rs", "swift"],
];

/** Of one file. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Of one picture: more would take a server longer to draw anew than anybody waits. */
export const MAX_PICTURE_PIXELS = 50_000_000;

/** For the choice of files in a browser, which may leave out of it what the server would refuse. */
export const ACCEPTED_FILES = [
  "image/jpeg,image/png,image/webp,image/avif,image/gif,application/pdf,text/plain,application/zip,.zip",
  ...TEXT_ENDINGS.map((ending) => `.${ending}`),
  ...Object.values(OFFICE_FILES).flatMap(({ ending, type }) => [`.${ending}`, type]),
].join();

/** What a file is called where it comes from: shown, and proposed to whoever saves it, but never a place where anything is kept. */
export const fileName = requiredText(255)
  .refine((name) => !/[/\\\p{Cc}]/u.test(name), "This is a path and no name of a file")
  // Nor is one of which nothing else is left without what is not drawn.
  .refine((name) => !/^[.\p{Cf}]+$/u.test(name), "This is no name of a file");

/** A file's bytes as they are, in place of JSON: a page sends a Blob, the server reads what is in it. */
export const fileBytes = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array,
  "Please send a file",
) as unknown as z.ZodType<Uint8Array, Blob | Uint8Array>;

/** The answer of a call that sends a file. */
export const fileAnswer = z.instanceof(Blob);

export const storedFile = z.object({
  _id: z.string(),
  name: z.string(),
  kind: z.enum(FILE_KINDS),
  /** Of what is downloaded. */
  bytes: z.number().int(),
  /** Of a picture, in pixels; null of everything else. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});
export type StoredFile = z.infer<typeof storedFile>;
