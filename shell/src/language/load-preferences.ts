import { config } from "@conquest/shared/singletons/config";
import { useSession } from "@conquest/shared/singletons/session-store";
import { whenLoaded } from "../remote-part/preload";

const load = () =>
  import(/* webpackChunkName: "preferences" */ "./sync-preferences")
    .then(({ syncPreferences }) => syncPreferences())
    .catch(() => undefined);

/** Visitors of a site in one language have no preferences. */
export function loadPreferences(): void {
  if (config().languages) return whenLoaded(() => void load());
  const stop = useSession.subscribe(({ account }) => {
    if (!account) return;
    stop();
    whenLoaded(() => void load());
  });
}
