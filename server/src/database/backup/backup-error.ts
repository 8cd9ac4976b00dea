/** Why a backup was not made or not restored, as a sentence: nothing was changed. */
export class BackupError extends Error {
  override name = "BackupRefusal";
}

const SHOWN = 5;

/** "3 files (a, b, c)", and of many the first few. */
export function named(things: readonly string[], what: string): string {
  const more = things.length > SHOWN ? `, and ${things.length - SHOWN} more` : "";
  return `${things.length} ${what}${things.length === 1 ? "" : "s"} (${things.slice(0, SHOWN).join("; ")}${more})`;
}
