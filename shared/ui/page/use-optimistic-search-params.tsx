import { startTransition, useEffect, useOptimistic, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { keepScroll } from "@conquest/shared/ui/page/keep-scroll";

/** Sets what the address says by name, "" drops it; `replace` false makes a step that Back takes back. */
export type SetSearchParams = (changes: Readonly<Record<string, string>>, replace?: boolean) => void;

/**
 * What the address was asked to say last, and how to change it. The router draws a new address when there is time: what is
 * chosen is seen when it is chosen, and the next change starts from it, or it would be lost. Two that change one address at
 * a time share one of these.
 */
export function useOptimisticSearchParams(): readonly [asked: URLSearchParams, ask: SetSearchParams] {
  const [address, setAddress] = useSearchParams();
  // Two changes may come before anything is drawn.
  const latest = useRef(address);
  useEffect(() => {
    latest.current = address;
  }, [address]);
  const [asked, see] = useOptimistic(address);
  const ask: SetSearchParams = (changes, replace = true) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    latest.current = next;
    startTransition(() => {
      see(next);
      setAddress(next, { replace, ...keepScroll });
    });
  };
  return [asked, ask];
}
