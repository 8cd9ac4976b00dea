import { Button } from "@conquest/shared/ui/button";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { toast } from "@conquest/shared/singletons/toast";
import { newestRegistry, type ReadRegistry } from "./load-registry";
import type { Site } from "../remote-part/site-context";

/** At most so often is asked what the newest releases are, in milliseconds. */
const MIN_PAUSE_MS = 3 * 60_000;
const OFFER = "newer-release";

export interface NewerReleases {
  /** Asks what there is, if that has not been done lately, and offers it when the moment is a quiet one. */
  look(): Promise<void>;
  /** Looks whenever somebody comes back to the tab, and keeps the offer out of the way of who fills in a form; gives what ends that. */
  watch(): () => void;
}

type Running = Pick<Site, "registry" | "parts" | "shellVersion">;

/** `edited`: the fields that somebody has changed. */
export function newerReleases(site: Running, edited: ReadonlySet<EventTarget>, newest = newestRegistry): NewerReleases {
  let askedAt = -Infinity;
  /** What is newer, as text; null: nothing. */
  let known: string | null = null;
  /** What was offered and not taken back by us: whoever dismissed it is not asked again. */
  let offered: string | null = null;

  function offerIfQuiet(): void {
    const isQuiet = ![...edited].some(isUnsaved) && queryClient.isMutating() === 0 && !document.querySelector("dialog[open]");
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

  return {
    look,
    watch: () => {
      const comeBack = () => void (document.hidden || look());
      document.addEventListener("visibilitychange", comeBack);
      document.addEventListener("input", offerIfQuiet);
      return () => {
        document.removeEventListener("visibilitychange", comeBack);
        document.removeEventListener("input", offerIfQuiet);
      };
    },
  };
}

/** The newer releases of the shell and of the parts that this tab runs, as one text; null when there are none. */
function newerThan({ registry, parts, shellVersion }: Running, { shell, remotes }: ReadRegistry): string | null {
  const newer = Object.entries(registry.remotes()).flatMap(([part, { current }]) => {
    const state = parts.state(part);
    const now = remotes[part];
    // One that failed here is not offered as something new.
    const isNewer = state.phase === "ready" && now?.isEnabled && now.current.version !== state.version && now.current.version !== current.version;
    return isNewer ? [`${part} ${now.current.version}`] : [];
  });
  if (shellVersion && shell && shell !== shellVersion) newer.push(`shell ${shell}`);
  return newer.length > 0 ? newer.join() : null;
}

/** Still on the page, with something in it that nobody would like to type again. */
const isUnsaved = (field: EventTarget) =>
  field instanceof Element && field.isConnected && !field.closest("[role=search], [type=search]") && (field as HTMLInputElement).value !== "";

const isShown = () => document.querySelector(".sh-offer") !== null;

const Offer = () => (
  <span className="sh-offer">
    A new version is here.
    <Button variant="secondary" size="sm" onClick={() => location.reload()}>
      Reload
    </Button>
  </span>
);
