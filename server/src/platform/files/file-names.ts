import type { FileKind } from "@conquest/shared/contracts/files";

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
