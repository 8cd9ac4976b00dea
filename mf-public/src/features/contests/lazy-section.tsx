import { useEffect, useState, type ReactNode } from "react";
import { FailedState } from "@conquest/shared/ui/state/failed-state";

interface Props {
  code: { load(): Promise<void> };
  /** Until then the skeleton stands here, and nothing is loaded. */
  isWanted?: boolean;
  /** What is said should the code not come: the page stays as it is without it. */
  failed: string;
  skeleton: ReactNode;
  children: ReactNode;
}

/** Where something is drawn whose code comes when the rest of the page is there. */
export function LazySection({ code, isWanted = true, failed, skeleton, children }: Props) {
  const [isHere, setIsHere] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const [tries, setTries] = useState(1);

  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    const settle = (error: Error | null) => {
      if (isLeft) return;
      setIsHere(error === null);
      setFailure(error);
    };
    code.load().then(
      () => settle(null),
      () => settle(new Error(failed)),
    );
    return () => {
      isLeft = true;
    };
  }, [code, failed, isWanted, tries]);

  const again = () => {
    setFailure(null);
    setTries(tries + 1);
  };
  // What the connection kept away comes with it, as answers do.
  useEffect(() => {
    if (!failure) return;
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  });

  if (isHere) return children;
  if (!failure) return skeleton;
  return <FailedState error={failure} onRetry={again} />;
}
