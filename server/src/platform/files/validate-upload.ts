import { OFFICE_FORMATS, type FileKind, type OfficeExtension } from "@conquest/shared/contracts/media/files";
import { throwValidationError } from "../errors";
import { canBeOffice, detectFileType, type DetectedType } from "./file-types";
import { isTruncated } from "./detect-truncated";
import { claimedKind, endingOf, isUnsafe, type NamedKind } from "./file-names";
import type { MadePicture, PictureProblem } from "./make-pictures";

const isOffice = (kind: string): kind is OfficeExtension => Object.hasOwn(OFFICE_FORMATS, kind);

const WORDS: Record<FileKind, string> = { picture: "a picture", pdf: "a PDF", text: "plain text", zip: "a zip" };

function wordsFor(kind: NamedKind): string {
  if (!isOffice(kind)) return WORDS[kind];
  const { label } = OFFICE_FORMATS[kind];
  return `${/^[EO]/.test(label) ? "an" : "a"} ${label}`;
}

const AS_PICTURE = "as a picture: JPEG, PNG, WebP, AVIF or GIF";

const REJECTIONS: Record<Exclude<DetectedType, NamedKind>, string> = {
  empty: "This file is empty.",
  markup:
    "This is a page or a drawing that can hold scripts (HTML, SVG, XML). Please send it as a picture, as a PDF or in a zip.",
  heic: "This is a picture as HEIC, which many browsers cannot show. Please save it as JPEG or PNG.",
  macros: "This Office file contains macros. Please export it as PDF, or save it without macros as DOCX, XLSX or PPTX.",
  ole: "This is an Office file with a password, or in an older format (DOC, XLS, PPT). Please export it as PDF, or save it as DOCX, XLSX or PPTX without a password.",
  rtf: "This is a Rich Text file (RTF). Please export it as PDF, or save it as DOCX.",
  other:
    "This type of file is not accepted. Please send a picture (JPEG, PNG, WebP, AVIF, GIF), a PDF, a text file in UTF-8, an Office file (DOCX, XLSX, PPTX, ODT, ODS, ODP), an EPUB or a zip.",
};

const NOT_UTF8 =
  "This is not plain text in UTF-8. Please save it with the encoding UTF-8, export it as PDF, or put it into a zip.";

const PICTURE_REJECTIONS: typeof REJECTIONS = {
  ...REJECTIONS,
  markup: `This is a page or a drawing that can hold scripts (HTML, SVG, XML). Please send it ${AS_PICTURE}.`,
  macros: `This is an Office file. Please send it ${AS_PICTURE}.`,
  ole: `This is an Office file. Please send it ${AS_PICTURE}.`,
  rtf: `This is a Rich Text file. Please send it ${AS_PICTURE}.`,
  other: `This is no picture that can be shown. Please send it ${AS_PICTURE}.`,
};

/** How a file is stored. An Office file has the kind "zip" and its own extension. */
export interface ValidatedFile {
  kind: FileKind;
  /** Extension of a file that is stored unchanged; "" for a picture, which is re-encoded. */
  ending: string;
}

const ENDING: Record<FileKind, string> = { picture: "", pdf: "pdf", text: "txt", zip: "zip" };

const toValidatedFile = (kind: NamedKind): ValidatedFile =>
  isOffice(kind) ? { kind: "zip", ending: kind } : { kind, ending: ENDING[kind] };

const reject = (sentence: string) => throwValidationError({ file: sentence }, sentence);

const isRejected = (detected: DetectedType): detected is keyof typeof REJECTIONS => Object.hasOwn(REJECTIONS, detected);

/** Returns how to store a file. Throws if its type is not accepted, or if its name claims another type. */
export function validateUpload(content: Buffer, name: string, only?: FileKind): ValidatedFile {
  const claimed = claimedKind(name);
  // A README may begin with `<p align="center">`. It is sent as a text download, so no browser renders it.
  const claimsText = only === undefined && (claimed === "text" || (claimed === undefined && !isUnsafe(name)));
  const detected = detectFileType(content, { claimsText });
  if (detected === "other" && claimed === "text" && only === undefined) return reject(NOT_UTF8);
  if (isRejected(detected)) return reject((only === "picture" ? PICTURE_REJECTIONS : REJECTIONS)[detected]);
  if (only !== undefined && detected !== only)
    return reject(`This is ${wordsFor(detected)}. Please choose ${WORDS[only]}.`);
  if (claimed === detected) return toValidatedFile(detected);
  const isZip = detected === "zip" || isOffice(detected);
  if (isZip && claimed === "zip") return toValidatedFile("zip");
  if (detected === "zip" && claimed !== undefined && isOffice(claimed) && canBeOffice(content, claimed))
    return toValidatedFile(claimed);
  if (claimed !== undefined)
    return reject(
      `“${name}” is not what its name says: it is ${wordsFor(detected)}, not ${wordsFor(claimed)}. Please save it again as ${wordsFor(claimed)}, or change the end of its name.`,
    );
  if (isUnsafe(name))
    return reject(
      `A file that ends in “.${endingOf(name)}” could run as a program. Please send it as a .txt file or in a zip.`,
    );
  // Adding ".zip" would keep the program that made it from opening it.
  if (isZip && endingOf(name) !== "")
    return reject(
      `Files that end in “.${endingOf(name)}” are not accepted. Please export it as PDF, or put it into a zip.`,
    );
  return toValidatedFile(detected);
}

export function assertWhole({ kind, ending }: ValidatedFile, content: Buffer): void {
  if (!isTruncated(kind, content)) return;
  const what = wordsFor(isOffice(ending) ? ending : kind).replace(/^an? /, "");
  reject(`This ${what} is damaged or was cut off: its end is missing. Please save it again, or send another one.`);
}

const PICTURE_PROBLEMS: Record<PictureProblem, string> = {
  unreadable: "This picture cannot be read. It may be damaged: please save it anew, or send another one.",
  not_done:
    "This picture could not be drawn anew: it may be damaged, or too large for this moment. Please save it anew or smaller, and try again.",
  moving: "This picture moves, and only still ones are taken. Please send one of its frames.",
  too_many_pixels: "This picture has more than 50 megapixels. Please send it smaller.",
};

const PICTURE_PROBLEMS_AMONG_FILES: typeof PICTURE_PROBLEMS = {
  ...PICTURE_PROBLEMS,
  moving: "This picture moves, and only still ones are taken. Please send one of its frames, or all of it in a zip.",
};

export function reencodePicture(made: MadePicture | PictureProblem, only?: FileKind): MadePicture {
  if (typeof made !== "string") return made;
  const sentence = (only === "picture" ? PICTURE_PROBLEMS : PICTURE_PROBLEMS_AMONG_FILES)[made];
  return throwValidationError({ file: sentence }, sentence);
}
