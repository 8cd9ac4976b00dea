import type { FileKind } from "@conquest/shared/contracts/files";

/** What a name may end in for each kind; the first is given to a file whose name says nothing of it. */
const ENDINGS: Record<FileKind, readonly string[]> = {
  picture: ["webp", "jpg", "jpeg", "png", "avif", "gif"],
  pdf: ["pdf"],
  text: ["txt", "md", "csv"],
  zip: ["zip"],
};

/** Marks that turn the direction of what follows: with one of them `exe.jpg` is read where `gpj.exe` is written. */
const TURNS_DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A name as it is kept and shown. */
export const shownName = (name: string) => name.replace(TURNS_DIRECTION, "").trim();

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** The kind that a name claims; undefined where it claims none of ours. */
export function claimedKind(name: string): FileKind | undefined {
  const ending = endingOf(name);
  return (Object.keys(ENDINGS) as FileKind[]).find((kind) => ENDINGS[kind].includes(ending));
}

/** What a file is saved as: its name, with an ending that tells what it is. Pictures were written anew. */
export function savedName(name: string, kind: FileKind): string {
  const [usual] = ENDINGS[kind];
  if (kind === "picture") return claimedKind(name) === kind ? name.replace(/[^.]+$/, usual!) : `${name}.${usual}`;
  return ENDINGS[kind].includes(endingOf(name)) ? name : `${name}.${usual}`;
}
