import type { Parts } from "../../remote-part/parts";
import { currentSwitches, isLocal } from "./switches";

/** Removes the rendered release's styles once a local part is ready; the usual cleanup ignores its other origin. */
export function removeReleaseStyles(parts: Pick<Parts, "state" | "subscribe">): void {
  const local = Object.entries(currentSwitches()).flatMap(([part, switched]) => (isLocal(switched) ? [part] : []));
  if (local.length === 0) return;
  parts.subscribe(() => {
    for (const part of local.filter((each) => parts.state(each).phase === "ready")) {
      const folder = `/mf/${part}/`;
      const selectors = ["href", "critical"].flatMap((name) => [
        `[data-${name}^="${folder}"]`,
        `[data-${name}^="${location.origin}${folder}"]`,
      ]);
      for (const style of document.querySelectorAll<HTMLElement>(selectors.join())) style.remove();
    }
  });
}
