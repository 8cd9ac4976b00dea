import type { Parts } from "../../remote-part/parts";
import { currentSwitches, isLocal } from "./switches";

/**
 * A part that comes from another origin is known by no address to be a release of the same part as the one that the server has
 * drawn: the stylesheets of that one would hold beside its own.
 */
export function removeReleaseStyles(parts: Pick<Parts, "state" | "subscribe">): void {
  const local = Object.entries(currentSwitches()).flatMap(([part, switched]) => (isLocal(switched) ? [part] : []));
  if (local.length === 0) return;
  parts.subscribe(() => {
    for (const part of local.filter((each) => parts.state(each).phase === "ready")) {
      const folder = `/mf/${part}/`;
      const ofRelease = ["href", "critical"].flatMap((name) => [
        `[data-${name}^="${folder}"]`,
        `[data-${name}^="${location.origin}${folder}"]`,
      ]);
      for (const style of document.querySelectorAll<HTMLElement>(ofRelease.join())) style.remove();
    }
  });
}
