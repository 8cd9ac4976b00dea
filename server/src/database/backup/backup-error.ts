export class BackupError extends Error {
  override name = "BackupError";
}

const MAX_NAMES = 5;

export function formatNames(things: readonly string[], what: string): string {
  const more = things.length > MAX_NAMES ? `, and ${things.length - MAX_NAMES} more` : "";
  return `${things.length} ${what}${things.length === 1 ? "" : "s"} (${things.slice(0, MAX_NAMES).join("; ")}${more})`;
}
