import { useCallback, useEffect, useState } from "react";
import { msg, t } from "@conquest/shared/singletons/language";
import { Loading } from "../frame/loading";
import { FailureCard, THE_SITE } from "./failure-card";
import { PartFailure } from "./part-failure";
import { report } from "./report";
import { useSite } from "./site-context";

export function UnknownPage() {
  const { registry } = useSite();
  const [tries, setTries] = useState(1);
  const [failure, setFailure] = useState<PartFailure>();

  useEffect(() => {
    let isCancelled = false;
    void registry.complete().then(() => {
      if (isCancelled || registry.isWhole()) return;
      const unavailable = new PartFailure(navigator.onLine ? "registry" : "unreachable", "No registry lists all parts");
      report({ part: "registry", failure: unavailable, wanted: null, running: null });
      setFailure(unavailable);
    });
    return () => {
      isCancelled = true;
    };
  }, [registry, tries]);

  const retry = useCallback(() => {
    setFailure(undefined);
    setTries((count) => count + 1);
  }, []);
  const title = Object.keys(registry.remotes()).length > 0 ? msg("This page") : THE_SITE;
  return (
    <>
      <title>{`${failure ? t("Not available") : t("Loading")} | Conquest`}</title>
      {failure ? <FailureCard title={title} failure={failure} onRetry={retry} /> : <Loading />}
    </>
  );
}
