import { Suspense, type ComponentType, type ReactNode } from "react";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

/** A component that is part of the server's HTML, but whose code loads after the page. The fallback is for navigations. */
export function lazyHydrated<Props extends object>(
  importIt: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode,
): (props: Props) => ReactNode {
  const Lazy = lazyComponent(importIt);
  // A page is rendered on the server in one go, and can't wait for it there.
  if (typeof document === "undefined") void Lazy.load();
  return (props) => (
    <Suspense fallback={fallback}>
      <Lazy {...props} />
    </Suspense>
  );
}
