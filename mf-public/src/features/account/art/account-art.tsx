import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { returnPath } from "@conquest/shared/singletons/return-path";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { BrandArt } from "./brand-art";

const ContestAhead = lazyComponent(() => import(/* webpackChunkName: "contest-ahead" */ "./contest-ahead"));

/** Beside the form: what somebody signs in for. */
export function AccountArt() {
  const { state, search } = useLocation();
  const [, id] = /^\/contest-details\/([^/?#]+)/.exec(returnPath(state, search)) ?? [];
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    // Nobody needs it to sign in: what cannot be had is left out.
    if (id)
      ContestAhead.load().then(
        () => setHere(true),
        () => undefined,
      );
  }, [id]);
  return id && isHere ? <ContestAhead id={id} /> : <BrandArt isPlace={id !== undefined} />;
}
