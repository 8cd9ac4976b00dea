import { useEffect, useState } from "react";
import { serverNow } from "@conquest/shared/ui/time";

/** Timers cannot wait longer than this many milliseconds (about 24 days). */
const LONGEST_WAIT = 2_147_483_647;

/** True from the instant of the deadline on, by the server's clock. `onPassed` is called when that happens while one looks. */
export function useHasPassed(deadline: string, onPassed?: () => void): boolean {
  const [hasPassed, setHasPassed] = useState(() => Date.parse(deadline) <= serverNow());

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let wasOpen = false;
    const look = () => {
      const left = Date.parse(deadline) - serverNow();
      setHasPassed(left <= 0);
      if (left > 0) timer = setTimeout(look, Math.min(left, LONGEST_WAIT));
      else if (wasOpen) onPassed?.();
      wasOpen = left > 0;
    };
    look();
    return () => clearTimeout(timer);
  }, [deadline, onPassed]);

  return hasPassed;
}
