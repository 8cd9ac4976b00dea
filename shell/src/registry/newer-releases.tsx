import { Button } from "@conquest/shared/ui/button";
import { t } from "@conquest/shared/singletons/language";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { toast } from "@conquest/shared/singletons/toast";
import { fetchRegistry, type ParsedRegistry } from "./load-registry";
import type { Site } from "../remote-part/site-context";

const MIN_INTERVAL_MS = 3 * 60_000;
const OFFER = "newer-release";

type Running = Pick<Site, "registry" | "parts" | "shellVersion">;

/** Offers a reload if loaded parts have newer releases, unless a field in `edited` is unsaved. Returns a cleanup. */
export function watchReleases(site: Running, edited: Set<EventTarget | null>, newest = fetchRegistry): () => void {
  let requestedAt = -Infinity;
  let available: string | null = null;
  let offered: string | null = null;

  function updateOffer(): void {
    for (const field of edited) if (!(field as Element).isConnected) edited.delete(field);
    const isIdle =
      ![...edited].some(isUnsaved) && queryClient.isMutating() === 0 && !document.querySelector("dialog[open]");
    if (available !== null && available !== offered && isIdle) {
      offered = available;
      toast(<Offer />, { id: OFFER, duration: Infinity });
    }
    if (offered !== null && !isIdle && isShown()) {
      offered = null;
      toast.dismiss(OFFER);
    }
  }

  async function check(): Promise<void> {
    if (Date.now() - requestedAt >= MIN_INTERVAL_MS) {
      requestedAt = Date.now();
      const registry = await newest();
      if (registry) available = newerThan(site, registry);
    }
    updateOffer();
  }

  const checkIfVisible = () => void (document.hidden || check());
  const sources: [EventTarget | undefined, string, () => void][] = [
    [document, "visibilitychange", checkIfVisible],
    // Not available in all browsers; others only check when the tab becomes visible.
    [window.navigation, "currententrychange", checkIfVisible],
    [document, "input", updateOffer],
  ];
  for (const [source, event, listener] of sources) source?.addEventListener(event, listener);
  checkIfVisible();
  return () => {
    for (const [source, event, listener] of sources) source?.removeEventListener(event, listener);
  };
}

function newerThan({ registry, parts, shellVersion }: Running, { shell, remotes }: ParsedRegistry): string | null {
  const newer = Object.entries(registry.remotes()).flatMap(([part, { current }]) => {
    const state = parts.state(part);
    const now = remotes[part];
    const isNewer =
      state.phase === "ready" &&
      now?.isEnabled &&
      now.current.version !== state.version &&
      now.current.version !== current.version;
    return isNewer ? [`${part} ${now.current.version}`] : [];
  });
  if (shellVersion && shell && shell !== shellVersion) newer.push(`shell ${shell}`);
  return newer.length > 0 ? newer.join() : null;
}

const isUnsaved = (field: EventTarget | null) =>
  field instanceof Element &&
  !field.closest("[role=search], [type=search]") &&
  (field as HTMLInputElement).value !== "";

const isShown = () => document.querySelector(".sh-offer") !== null;

const Offer = () => (
  <span className="sh-offer">
    {t("A new version is available.")}
    <Button variant="secondary" size="sm" onClick={() => location.reload()}>
      {t("Reload")}
    </Button>
  </span>
);
