import { createRoot } from "react-dom/client";
import type { Site } from "../remote-part/site-context";
import { DeveloperPanel } from "./developer-panel";
import { removeReleaseStyles } from "./switches/remove-release-styles";
import sheet from "./developer.css?address";

export { switched } from "./switches/switched-registry";

function dress(): Promise<unknown> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.integrity = conquestIntegrity?.(new URL(sheet, location.href).href) ?? "";
  link.href = sheet;
  document.head.append(link);
  // Without it the panel is plain, and can be used.
  return new Promise((resolve) => (link.onload = link.onerror = resolve));
}

/** Beside the site and not within it: what the server has drawn knows nothing of the panel. */
export async function showPanel(site: Site): Promise<void> {
  removeReleaseStyles(site.parts);
  await dress();
  const place = document.createElement("div");
  place.className = "sh-developer";
  document.body.append(place);
  createRoot(place).render(<DeveloperPanel site={site} reload={() => location.reload()} />);
}
