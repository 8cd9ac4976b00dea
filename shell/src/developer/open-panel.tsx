import type { Parts } from "../remote-part/parts";
import { currentSwitches, isLocal } from "./switches/switches";
import { createRoot } from "react-dom/client";
import type { Site } from "../remote-part/site-context";
import { DeveloperPanel } from "./developer-panel";
import sheet from "./developer.css?address";

/** Removes the rendered release's styles once a local part is ready; the usual cleanup ignores its other origin. */
function removeReleaseStyles(parts: Pick<Parts, "state" | "subscribe">): void {
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

export { applyDeveloperSwitches } from "./switches/switched-registry";

function loadStyles(): Promise<unknown> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.integrity = conquestIntegrity?.(new URL(sheet, location.href).href) ?? "";
  link.href = sheet;
  document.head.append(link);
  return new Promise((resolve) => (link.onload = link.onerror = resolve));
}

/** Renders outside the site's root, since the server-rendered markup does not contain the panel. */
export async function showPanel(site: Site): Promise<void> {
  removeReleaseStyles(site.parts);
  await loadStyles();
  const container = document.createElement("div");
  container.className = "sh-developer";
  document.body.append(container);
  createRoot(container).render(<DeveloperPanel site={site} reload={() => location.reload()} />);
}
