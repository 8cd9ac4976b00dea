import type { ReactNode } from "react";
import type { LazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { useLoaded } from "@conquest/shared/ui/page/use-loaded";
import { FailedState } from "@conquest/shared/ui/state/failed-state";

interface Props<Inner extends object> {
  code: LazyComponent<Inner>;
  props: Inner;
  /** As high as the component, so that nothing moves when it appears. */
  placeholder: ReactNode;
}

export function DeferredComponent<Inner extends object>({ code: Component, props, placeholder }: Props<Inner>) {
  const loading = useLoaded(Component.load);
  if (loading.is === "failed") return <FailedState error={loading.error} onRetry={loading.retry} />;
  return loading.is === "here" ? <Component {...props} /> : placeholder;
}
