import { OFFICE_FILES, TEXT_ENDINGS, type FileKind, type OfficeEnding } from "@conquest/shared/contracts/media/files";

/** A kind of file with its own extensions. */
export type NamedKind = FileKind | OfficeEnding;

const JPEG: readonly string[] = ["jpg", "jpeg", "jpe", "jfif"];

/** What a name may end in for each kind. */
const ENDINGS: Record<FileKind, readonly string[]> = {
  picture: [...JPEG, "png", "webp", "avif", "gif"],
  pdf: ["pdf"],
  text: TEXT_ENDINGS,
  zip: ["zip"],
};

/** Marks that turn the direction of what follows: with one of them `exe.jpg` is read where `gpj.exe` is written. */
const TURNS_DIRECTION = /[\p{Bidi_Control}\ufeff]/gu;

/** Makes a name safe to store and show: one line, no bidirectional control characters. */
export const shownName = (name: string) =>
  name
    .replace(/[\u2028\u2029]/g, " ")
    .replace(TURNS_DIRECTION, "")
    .trim();

/** A name's extension in lower case; "" if there is none, as in "Dr. Rahman" and "version 1.2". */
export const endingOf = (name: string): string =>
  /\.(?=\d*[a-z])([a-z\d]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** The kind that a name claims; undefined where it claims none of ours. */
export function claimedKind(name: string): NamedKind | undefined {
  const ending = endingOf(name);
  if (Object.hasOwn(OFFICE_FILES, ending)) return ending as OfficeEnding;
  return (Object.keys(ENDINGS) as FileKind[]).find((kind) => ENDINGS[kind].includes(ending));
}

/**
 * Returns the name under which a file is shown and saved: its own, with the extension of the stored file `whole` added if it claims
 * another type, or replaced if a picture was converted.
 */
export function savedName(name: string, whole: string): string {
  const [own, ending] = [endingOf(name), endingOf(whole)];
  const kind = claimedKind(whole);
  if (claimedKind(name) !== kind) return `${name}.${ending}`;
  const fits = kind !== "picture" || own === ending || (JPEG.includes(own) && ending === "jpg");
  return fits ? name : name.replace(/[^.]+$/, ending);
}

/** No system takes these in a name, and Windows not even these names. */
const NO_NAME = /[<>:"/\\|?*\p{Cc}]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** In characters: with a folder and an ending it stays below what file systems take, also in letters of three bytes. */
const LONGEST_NAME = 60;

/** Any text as a name of one file or folder, on whatever system it is saved: no path, nothing hidden, and never empty. */
export function asFileName(text: string, otherwise: string): string {
  const plain = shownName(text)
    .replace(NO_NAME, "_")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+/, "");
  const short = Array.from(plain)
    .slice(0, LONGEST_NAME)
    .join("")
    .replace(/[\s.]+$/, "");
  return short === "" ? otherwise : short.replace(RESERVED, (name) => `${name}_`);
}

/** A file's name as {@link asFileName}, with its ending kept. */
export function asSavedName(name: string, otherwise: string): string {
  const ending = /\.[a-z\d]{1,5}$/i.exec(name)?.[0] ?? "";
  return asFileName(ending ? name.slice(0, -ending.length) : name, otherwise) + ending;
}
