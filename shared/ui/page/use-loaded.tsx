import { useEffect, useEffectEvent, useState } from "react";

export type Loading<Value> =
  { is: "loading" } | { is: "here"; value: Value } | { is: "failed"; error: Error; retry: () => void };

/** Calls `load` once it is wanted, and again on a retry. */
export function useLoaded<Value>(load: () => Promise<Value>, isWanted = true): Loading<Value> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Loading<Value>>({ is: "loading" });
  const start = useEffectEvent(load);
  useEffect(() => {
    if (!isWanted) return;
    let isCancelled = false;
    const retry = () => {
      setState({ is: "loading" });
      setAttempt(attempt + 1);
    };
    const settle = (next: Loading<Value>) => {
      if (!isCancelled) setState(next);
    };
    start().then(
      (value) => settle({ is: "here", value }),
      (error: unknown) => settle({ is: "failed", error: error as Error, retry }),
    );
    return () => {
      isCancelled = true;
    };
  }, [attempt, isWanted]);
  return state;
}
