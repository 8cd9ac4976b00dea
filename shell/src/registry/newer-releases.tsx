import { Button } from "@conquest/shared/ui/button";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { toast } from "@conquest/shared/singletons/toast";
import { newestRegistry, type ReadRegistry } from "./load-registry";
import type { Site } from "../remote-part/site-context";

/** At most so often is asked what the newest releases are, in milliseconds. */
const MIN_PAUSE_MS = 3 * 60_000;
const OFFER = "newer-release";

type Running = Pick<Site, "registry" | "parts" | "shellVersion">;

/**
 * Offers a tab that has been open for a while to take newer releases of what it runs: asks when somebody comes back to the tab
 * or goes on to another page, and keeps the offer out of the way of who fills in a form. `edited`: the fields that somebody has
 * changed. Gives what ends it.
 */
export function watchReleases(site: Running, edited: Set<EventTarget | null>, newest = newestRegistry): () => void {
  let askedAt = -Infinity;
  /** What is newer, as text; null: nothing. */
  let known: string | null = null;
  /** What was offered and not taken back by us: whoever dismissed it is not asked again. */
  let offered: string | null = null;

  function offerIfQuiet(): void {
    for (const field of edited) if (!(field as Element).isConnected) edited.delete(field);
    const isQuiet =
      ![...edited].some(isUnsaved) && queryClient.isMutating() === 0 && !document.querySelector("dialog[open]");
    if (known !== null && known !== offered && isQuiet) {
      offered = known;
      toast(<Offer />, { id: OFFER, duration: Infinity });
    }
    if (offered !== null && !isQuiet && isShown()) {
      offered = null;
      toast.dismiss(OFFER);
    }
  }

  async function look(): Promise<void> {
    if (Date.now() - askedAt >= MIN_PAUSE_MS) {
      askedAt = Date.now();
      const registry = await newest();
      if (registry) known = newerThan(site, registry);
    }
    offerIfQuiet();
  }

  const follow = () => void (document.hidden || look());
  const sources: [EventTarget | undefined, string, () => void][] = [
    [document, "visibilitychange", follow],
    // Not in every browser; those others ask when somebody comes back.
    [window.navigation, "currententrychange", follow],
    [document, "input", offerIfQuiet],
  ];
  for (const [source, event, listen] of sources) source?.addEventListener(event, listen);
  follow();
  return () => {
    for (const [source, event, listen] of sources) source?.removeEventListener(event, listen);
  };
}

/** The newer releases of the shell and of the parts that this tab runs, as one text; null when there are none. */
function newerThan({ registry, parts, shellVersion }: Running, { shell, remotes }: ReadRegistry): string | null {
  const newer = Object.entries(registry.remotes()).flatMap(([part, { current }]) => {
    const state = parts.state(part);
    const now = remotes[part];
    // One that failed here is not offered as something new.
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

/** Still on the page, with something in it that nobody would like to type again. */
const isUnsaved = (field: EventTarget | null) =>
  field instanceof Element &&
  !field.closest("[role=search], [type=search]") &&
  (field as HTMLInputElement).value !== "";

const isShown = () => document.querySelector(".sh-offer") !== null;

const Offer = () => (
  <span className="sh-offer">
    A new version is here.
    <Button variant="secondary" size="sm" onClick={() => location.reload()}>
      Reload
    </Button>
  </span>
);
