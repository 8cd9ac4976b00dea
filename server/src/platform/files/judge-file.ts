import type { FileKind } from "@conquest/shared/contracts/media/files";
import { badInput } from "../errors";
import type { ToldKind } from "./file-kinds";
import { isCutOff } from "./cut-off";
import { claimedKind } from "./file-names";
import type { MadePicture, PictureProblem } from "./make-pictures";

const WORDS: Record<FileKind, string> = { picture: "a picture", pdf: "a PDF", text: "plain text", zip: "a zip" };

/** Where only pictures are taken. */
const AS_PICTURE = "as a picture: JPEG, PNG, WebP, AVIF or GIF";

const NOT_TAKEN: Record<Exclude<ToldKind, FileKind>, string> = {
  empty: "This file is empty.",
  markup: "This is a page or a drawing that can hold scripts (HTML, SVG, XML). Please send it as a picture, as a PDF or in a zip.",
  heic: "This is a picture as HEIC, which many browsers cannot show. Please save it as JPEG or PNG.",
  other: "This is none of the files that are taken: pictures (JPEG, PNG, WebP, AVIF, GIF), PDF, plain text in UTF-8 and zip.",
};

const NO_PICTURE: typeof NOT_TAKEN = {
  ...NOT_TAKEN,
  markup: `This is a page or a drawing that can hold scripts (HTML, SVG, XML). Please send it ${AS_PICTURE}.`,
  other: `This is no picture that can be shown. Please send it ${AS_PICTURE}.`,
};

/** The kind of a file that is taken; one that is not, or that calls itself another, is refused. */
export function takenKind(told: ToldKind, name: string, only?: FileKind): FileKind {
  if (told === "empty" || told === "markup" || told === "heic" || told === "other") {
    const sentence = (only === "picture" ? NO_PICTURE : NOT_TAKEN)[told];
    return badInput({ file: sentence }, sentence);
  }
  if (only !== undefined && told !== only) {
    const sentence = `This is ${WORDS[told]}. Please choose ${WORDS[only]}.`;
    return badInput({ file: sentence }, sentence);
  }
  const claimed = claimedKind(name);
  if (claimed === undefined || claimed === told) return told;
  const sentence = `“${name}” is not what its name says: it is ${WORDS[told]}, and no ${WORDS[claimed].replace(/^an? /, "")}.`;
  return badInput({ file: sentence }, sentence);
}

/** Refuses a file that ends before its end. */
export function assertWhole(kind: FileKind, content: Buffer): void {
  if (!isCutOff(kind, content)) return;
  const sentence = `This ${WORDS[kind].replace(/^an? /, "")} is damaged or was cut off: its end is missing. Please save it anew, or send another one.`;
  badInput({ file: sentence }, sentence);
}

const NOT_DRAWN: Record<PictureProblem, string> = {
  unreadable: "This picture cannot be read. It may be damaged: please save it anew, or send another one.",
  not_done: "This picture could not be drawn anew: it may be damaged, or too large for this moment. Please save it anew or smaller, and try again.",
  moving: "This picture moves, and only still ones are taken. Please send one of its frames.",
  too_many_pixels: "This picture has more than 50 megapixels. Please send it smaller.",
};

/** Where more than pictures is taken. */
const BESIDE_OTHERS: typeof NOT_DRAWN = { ...NOT_DRAWN, moving: "This picture moves, and only still ones are taken. Please send one of its frames, or all of it in a zip." };

/** The picture that was made, or a refusal. */
export function drawn(made: MadePicture | PictureProblem, only?: FileKind): MadePicture {
  if (typeof made !== "string") return made;
  const sentence = (only === "picture" ? NOT_DRAWN : BESIDE_OTHERS)[made];
  return badInput({ file: sentence }, sentence);
}
