import { startTransition, useEffect, useOptimistic, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { preserveScroll } from "@conquest/shared/ui/page/preserve-scroll";

/** Sets query parameters by name, "" removes one. With `replace` false, Back undoes the change. */
export type SetSearchParams = (changes: Readonly<Record<string, string>>, replace?: boolean) => void;

/** Changes at once, before the router renders the URL, so that no pending change is overwritten. Share one per page. */
export function useOptimisticSearchParams(): readonly [asked: URLSearchParams, ask: SetSearchParams] {
  const [address, setAddress] = useSearchParams();
  // Several changes may happen before a render.
  const latest = useRef(address);
  useEffect(() => {
    latest.current = address;
  }, [address]);
  const [optimistic, setOptimistic] = useOptimistic(address);
  const setParams: SetSearchParams = (changes, replace = true) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    latest.current = next;
    startTransition(() => {
      setOptimistic(next);
      setAddress(next, { replace, ...preserveScroll });
    });
  };
  return [optimistic, setParams];
}
