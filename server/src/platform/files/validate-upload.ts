import { OFFICE_FORMATS, type FileKind, type OfficeExtension } from "@conquest/shared/contracts/media/files";
import { endingOf, isUnsafe, unsafeNameMessage } from "@conquest/shared/contracts/media/unsafe-names";
import { message, type Message } from "@conquest/shared/contracts/text/message";
import { throwValidationError } from "../errors";
import { canBeOffice, detectFileType, type DetectedType } from "./file-types";
import { isTruncated } from "./detect-truncated";
import { claimedKind, type NamedKind } from "./file-names";
import type { MadePicture, PictureProblem } from "./make-pictures";

const isOffice = (kind: string): kind is OfficeExtension => Object.hasOwn(OFFICE_FORMATS, kind);

const NAMES: Record<NamedKind, Message> = {
  picture: message("an image"),
  pdf: message("a PDF"),
  text: message("a text file"),
  zip: message("a ZIP"),
  docx: message("a Word document"),
  xlsx: message("an Excel workbook"),
  pptx: message("a PowerPoint presentation"),
  odt: message("an OpenDocument text"),
  ods: message("an OpenDocument spreadsheet"),
  odp: message("an OpenDocument presentation"),
  epub: message("an EPUB"),
};

const REJECTIONS: Record<Exclude<DetectedType, NamedKind>, Message> = {
  empty: message("This file is empty."),
  markup: message(
    "HTML, SVG and XML files aren't supported because they can contain scripts. Upload an image, a PDF or a ZIP instead.",
  ),
  heic: message("HEIC images aren't supported by many browsers. Save it as JPEG or PNG."),
  macros: message(
    "This Office file contains macros. Export it as PDF, or save it without macros as DOCX, XLSX or PPTX.",
  ),
  ole: message(
    "This Office file has a password or an older format (DOC, XLS, PPT). Export it as PDF, or save it as DOCX, XLSX or PPTX without a password.",
  ),
  rtf: message("Rich Text files (RTF) aren't supported. Export it as PDF, or save it as DOCX."),
  other: message(
    "This file type isn't supported. Upload an image (JPEG, PNG, WebP, AVIF, GIF), PDF, UTF-8 text file, Office file (DOCX, XLSX, PPTX, ODT, ODS, ODP), EPUB or ZIP.",
  ),
};

const NOT_UTF8 = message(
  "This text file isn't in UTF-8. Save it with UTF-8 encoding, export it as PDF, or put it in a ZIP.",
);

const NO_OFFICE = message("Office files aren't supported here. Upload a JPEG, PNG, WebP, AVIF or GIF.");

const PICTURE_REJECTIONS: typeof REJECTIONS = {
  ...REJECTIONS,
  markup: message("HTML, SVG and XML files aren't supported. Upload a JPEG, PNG, WebP, AVIF or GIF."),
  macros: NO_OFFICE,
  ole: NO_OFFICE,
  rtf: message("Rich Text files aren't supported here. Upload a JPEG, PNG, WebP, AVIF or GIF."),
  other: message("This image type isn't supported. Upload a JPEG, PNG, WebP, AVIF or GIF."),
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

const reject = (text: Message) => throwValidationError({ file: text }, text);

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
    return reject(message("This is {found}. Choose {wanted}.", { found: NAMES[detected], wanted: NAMES[only] }));
  if (claimed === detected) return toValidatedFile(detected);
  const isZip = detected === "zip" || isOffice(detected);
  if (isZip && claimed === "zip") return toValidatedFile("zip");
  if (detected === "zip" && claimed !== undefined && isOffice(claimed) && canBeOffice(content, claimed))
    return toValidatedFile(claimed);
  if (claimed !== undefined)
    return reject(
      message("“{name}” is actually {found}. Rename it or choose another file.", { name, found: NAMES[detected] }),
    );
  if (isUnsafe(name)) return reject(unsafeNameMessage(name));
  // Adding ".zip" would keep the program that made it from opening it.
  if (isZip && endingOf(name) !== "")
    return reject(
      message("Files ending in “.{ending}” aren't supported. Export it as PDF, or put it in a ZIP.", {
        ending: endingOf(name),
      }),
    );
  return toValidatedFile(detected);
}

export function assertWhole({ kind, ending }: ValidatedFile, content: Buffer): void {
  if (!isTruncated(kind, content)) return;
  reject(
    message(
      "This {kind, select, picture {image} pdf {PDF} text {text file} zip {ZIP} docx {Word document} xlsx {Excel workbook} pptx {PowerPoint presentation} odt {OpenDocument text} ods {OpenDocument spreadsheet} odp {OpenDocument presentation} epub {EPUB} other {file}} is damaged or incomplete. Save it again or upload another one.",
      { kind: isOffice(ending) ? ending : kind },
    ),
  );
}

const PICTURE_PROBLEMS: Record<PictureProblem, Message> = {
  unreadable: message("We can't read this image. It may be damaged. Save it again or upload another one."),
  not_done: message(
    "We couldn't process this image. It may be damaged or too large. Save it again or make it smaller, then retry.",
  ),
  moving: message("Animated images aren't supported. Upload a still image."),
  too_many_pixels: message("This image has more than 50 megapixels. Upload a smaller one."),
};

const PICTURE_PROBLEMS_AMONG_FILES: typeof PICTURE_PROBLEMS = {
  ...PICTURE_PROBLEMS,
  moving: message("Animated images aren't supported. Upload a still image, or the whole animation in a ZIP."),
};

export function reencodePicture(made: MadePicture | PictureProblem, only?: FileKind): MadePicture {
  if (typeof made !== "string") return made;
  return reject((only === "picture" ? PICTURE_PROBLEMS : PICTURE_PROBLEMS_AMONG_FILES)[made]);
}
