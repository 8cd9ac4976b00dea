import { createRoot } from "react-dom/client";
import type { Site } from "../remote-part/site-context";
import { DeveloperPanel } from "./developer-panel";
import { removeReleaseStyles } from "./switches/remove-release-styles";
import sheet from "./developer.css?address";

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
