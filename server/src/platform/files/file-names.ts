import {
  OFFICE_FORMATS,
  TEXT_EXTENSIONS,
  type FileKind,
  type OfficeExtension,
} from "@conquest/shared/contracts/media/files";
import { endingOf, isUnsafe } from "@conquest/shared/contracts/media/unsafe-names";

export type NamedKind = FileKind | OfficeExtension;

const JPEG: readonly string[] = ["jpg", "jpeg", "jpe", "jfif"];

const ENDINGS: Record<FileKind, readonly string[]> = {
  picture: [...JPEG, "png", "webp", "avif", "gif"],
  pdf: ["pdf"],
  text: TEXT_EXTENSIONS,
  zip: ["zip"],
};

/** Bidirectional control characters, with which `gpj.exe` can be displayed as `exe.jpg`. */
const BIDI_CONTROLS = /[\p{Bidi_Control}\ufeff]/gu;

/** Makes a name safe to store and show: one line, no bidirectional control characters. */
export const shownName = (name: string) =>
  name
    .replace(/[\u2028\u2029]/g, " ")
    .replace(BIDI_CONTROLS, "")
    .trim();

export function claimedKind(name: string): NamedKind | undefined {
  const ending = endingOf(name);
  if (Object.hasOwn(OFFICE_FORMATS, ending)) return ending as OfficeExtension;
  return (Object.keys(ENDINGS) as FileKind[]).find((kind) => ENDINGS[kind].includes(ending));
}

/** Keeps the uploaded name, except for converted pictures and older uploads with an unsafe or wrong extension. */
export function savedName(name: string, whole: string): string {
  const [own, ending] = [endingOf(name), endingOf(whole)];
  const kind = claimedKind(whole);
  const claimed = claimedKind(name);
  if (claimed === undefined && !isUnsafe(name)) return name;
  if (claimed !== kind) return `${name}.${ending}`;
  const fits = kind !== "picture" || own === ending || (JPEG.includes(own) && ending === "jpg");
  return fits ? name : name.replace(/[^.]+[.\s]*$/, ending);
}

const INVALID_CHARACTERS = /[<>:"/\\|?*\p{Cc}]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** Characters; with a folder and an extension the name stays below file system limits even in three-byte scripts. */
const MAX_NAME_LENGTH = 60;

/** Makes any text a valid file or folder name on every system: no path, not hidden, never empty. */
export function asFileName(text: string, fallback: string): string {
  const plain = shownName(text)
    .replace(INVALID_CHARACTERS, "_")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+/, "");
  const short = Array.from(plain)
    .slice(0, MAX_NAME_LENGTH)
    .join("")
    .replace(/[\s.]+$/, "");
  return short === "" ? fallback : short.replace(RESERVED, (name) => `${name}_`);
}

export function asSavedName(name: string, fallback: string): string {
  const ending = /\.[a-z\d]{1,5}$/i.exec(name)?.[0] ?? "";
  return asFileName(ending ? name.slice(0, -ending.length) : name, fallback) + ending;
}
