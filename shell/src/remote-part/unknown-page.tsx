import { useCallback, useEffect, useState } from "react";
import { Loading } from "../frame/loading";
import { FailureCard } from "./failure-card";
import { PartFailure } from "./part-failure";
import { useSite } from "./site-context";

/** An address that may be one of the site's: until all its parts are known, nobody can say. */
export function UnknownPage() {
  const { registry } = useSite();
  const [tries, setTries] = useState(1);
  const [failure, setFailure] = useState<PartFailure>();

  useEffect(() => {
    let isOver = false;
    void registry.complete().then(() => {
      if (!isOver && !registry.isWhole()) setFailure(new PartFailure("unreachable", "No registry"));
    });
    return () => {
      isOver = true;
    };
  }, [registry, tries]);

  const retry = useCallback(() => {
    setFailure(undefined);
    setTries((count) => count + 1);
  }, []);
  return failure ? <FailureCard title="This page" failure={failure} onRetry={retry} /> : <Loading />;
}
