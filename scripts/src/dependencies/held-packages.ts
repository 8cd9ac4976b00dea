export interface HeldPackage {
  name: string;
  /** The semver range within which the newest version is taken. */
  range: string;
  reason: string;
  unlockedBy: string;
}

/** Reads the table of docs/dependencies.md: package, range, reason and what unlocks it. */
export function readHeldPackages(markdown: string): HeldPackage[] {
  return markdown.split("\n").flatMap((line) => {
    if (!/^\| `[^`]+` \|/.test(line)) return [];
    const [, name = "", range = "", reason = "", unlockedBy = ""] = line.split("|").map((cell) => cell.trim());
    return [{ name: name.replaceAll("`", ""), range: range.replaceAll("`", ""), reason, unlockedBy }];
  });
}
