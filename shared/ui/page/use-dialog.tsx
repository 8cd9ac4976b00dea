import { Suspense, useEffect, useState } from "react";
import type { LazyComponent } from "@conquest/shared/ui/page/lazy-component";

/** Loads code in advance. A failure is ignored, since rendering the component loads it again. */
export function usePreload(isWanted: boolean, ...components: { load(): Promise<unknown> }[]): void {
  useEffect(() => {
    if (isWanted) for (const { load } of components) void load().catch(() => undefined);
    // The components never change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isWanted]);
}

/** A dialog that is loaded in advance: `open` shows it with these properties; `element` belongs on the page. */
export function useDialog<Props extends { onClose: () => void }>(Dialog: LazyComponent<Props>, isWanted = true) {
  const [props, setProps] = useState<Omit<Props, "onClose">>();
  usePreload(isWanted, Dialog);
  return {
    open: (shown: Omit<Props, "onClose">) => setProps(shown),
    element: <Suspense>{props && <Dialog {...(props as Props)} onClose={() => setProps(undefined)} />}</Suspense>,
  };
}
