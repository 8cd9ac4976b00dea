import type { FileKind } from "@conquest/shared/contracts/media/files";

/** What a name may end in for each kind. */
const ENDINGS: Record<FileKind, readonly string[]> = {
  picture: ["jpg", "jpeg", "png", "webp", "avif", "gif"],
  pdf: ["pdf"],
  text: ["txt", "md", "csv"],
  zip: ["zip"],
};

/** Marks that turn the direction of what follows: with one of them `exe.jpg` is read where `gpj.exe` is written. */
const TURNS_DIRECTION = /[\p{Bidi_Control}\ufeff]/gu;

/** A name as it is kept and shown. */
export const shownName = (name: string) => name.replace(TURNS_DIRECTION, "").trim();

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** The kind that a name claims; undefined where it claims none of ours. */
export function claimedKind(name: string): FileKind | undefined {
  const ending = endingOf(name);
  return (Object.keys(ENDINGS) as FileKind[]).find((kind) => ENDINGS[kind].includes(ending));
}

/** What a file is saved as: its name, with the ending of what it is kept as, like `whole.jpg`. Pictures were drawn anew. */
export function savedName(name: string, whole: string): string {
  const ending = endingOf(whole);
  const kind = claimedKind(whole);
  if (claimedKind(name) !== kind) return `${name}.${ending}`;
  return kind === "picture" ? name.replace(/[^.]+$/, ending) : name;
}

/** No system takes these in a name, and Windows not even these names. */
const NO_NAME = /[<>:"/\\|?*\p{Cc}]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** In characters: with a folder and an ending it stays below what file systems take, also in letters of three bytes. */
const LONGEST_NAME = 60;

/** Any text as a name of one file or folder, on whatever system it is saved: no path, nothing hidden, and never empty. */
export function asFileName(text: string, otherwise: string): string {
  const plain = shownName(text).replace(NO_NAME, "_").replace(/\s+/g, " ").replace(/^[\s.]+/, "");
  const short = Array.from(plain).slice(0, LONGEST_NAME).join("").replace(/[\s.]+$/, "");
  return short === "" ? otherwise : short.replace(RESERVED, (name) => `${name}_`);
}

/** A file's name as {@link asFileName}, with its ending kept. */
export function asSavedName(name: string, otherwise: string): string {
  const ending = /\.[a-z\d]{1,5}$/i.exec(name)?.[0] ?? "";
  return asFileName(ending ? name.slice(0, -ending.length) : name, otherwise) + ending;
}
