import { z } from "zod";
import { LANGUAGES } from "../parts/languages";
import { requiredText } from "../text/fields";
import { invalid, message, msg } from "../text/message";

/** Accepted uploads. The kind is detected from the content, never from the name. */
export const FILE_KINDS = ["picture", "pdf", "text", "zip"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Their `kind` is "zip", which older parts know; the extension tells the format. They are never opened or unpacked. */
export const OFFICE_FORMATS = {
  docx: {
    ending: "docx",
    label: msg("Word document"),
    type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  },
  xlsx: {
    ending: "xlsx",
    label: msg("Excel workbook"),
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
  pptx: {
    ending: "pptx",
    label: msg("PowerPoint presentation"),
    type: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  },
  odt: { ending: "odt", label: msg("OpenDocument text"), type: "application/vnd.oasis.opendocument.text" },
  ods: {
    ending: "ods",
    label: msg("OpenDocument spreadsheet"),
    type: "application/vnd.oasis.opendocument.spreadsheet",
  },
  odp: {
    ending: "odp",
    label: msg("OpenDocument presentation"),
    type: "application/vnd.oasis.opendocument.presentation",
  },
  epub: { ending: "epub", label: "EPUB", type: "application/epub+zip" },
} as const;
export type OfficeExtension = keyof typeof OFFICE_FORMATS;

/** Extensions that claim a text: none that a double click executes. Other text files are accepted too. */
export const TEXT_EXTENSIONS = [
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

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Larger pictures would take the server too long to re-encode. */
export const MAX_PICTURE_PIXELS = 50_000_000;

/** For the file picker's `accept` attribute, which hides files the server would reject. */
export const ACCEPTED_FILES = [
  "image/jpeg,image/png,image/webp,image/avif,image/gif,application/pdf,text/plain,application/zip,.zip",
  ...TEXT_EXTENSIONS.map((ending) => `.${ending}`),
  ...Object.values(OFFICE_FORMATS).flatMap(({ ending, type }) => [`.${ending}`, type]),
].join();

/** The original file name: displayed, and suggested for downloads, but never used as a storage path. */
export const fileName = requiredText(255)
  .refine((name) => !/[/\\\p{Cc}]/u.test(name), invalid(message("Enter a file name, not a path")))
  // Also rejects names that would be empty without invisible characters.
  .refine((name) => !/^[.\p{Cf}]+$/u.test(name), invalid(message("This isn't a valid file name")));

export const fileBytes = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array,
  invalid(message("Choose a file")),
) as unknown as z.ZodType<Uint8Array, Blob | Uint8Array>;

export const fileResponse = z.instanceof(Blob);

/** Language of a generated file. Browsers don't send the page's when they save a file. */
export const fileLanguage = z.enum(LANGUAGES).catch("en");

export const storedFile = z.object({
  _id: z.string(),
  name: z.string(),
  kind: z.enum(FILE_KINDS),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});
export type StoredFile = z.infer<typeof storedFile>;
