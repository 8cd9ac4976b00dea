/** Version of what remotes rely on: singletons, ui classes, this schema. Semver; remotes name the range they need. */
export const CONTRACT_VERSION = "1.10.0";

/** The federation container's name must be an identifier. */
export const containerName = (part: string) => part.replaceAll("-", "_");

export function satisfiesContract(needed: string, offered = CONTRACT_VERSION): boolean {
  const [major, minor, patch] = numbers(needed);
  const [offeredMajor, offeredMinor, offeredPatch] = numbers(offered);
  return offeredMajor === major && (offeredMinor > minor || (offeredMinor === minor && offeredPatch >= patch));
}

const numbers = (version: string) => version.replace("^", "").split(".").map(Number) as [number, number, number];
