import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { returnPath } from "@conquest/shared/singletons/return-path";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { BrandArt } from "./brand-art";

const IntendedContest = lazyComponent(() => import(/* webpackChunkName: "contest-ahead" */ "./intended-contest"));

export function AccountArt() {
  const { state, search } = useLocation();
  const [, id] = /^\/contest-details\/([^/?#]+)/.exec(returnPath(state, search)) ?? [];
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    // Optional: if it cannot be loaded, the brand art stays.
    if (id)
      IntendedContest.load().then(
        () => setIsLoaded(true),
        () => undefined,
      );
  }, [id]);
  return id && isLoaded ? <IntendedContest id={id} /> : <BrandArt reservesSpace={id !== undefined} />;
}
