import { use, useState, type ComponentType } from "react";

/** After a failure, the chunk is requested again once this time has passed. */
const RETRY_AFTER_MS = 2000;

export interface LazyComponent<Props extends object> {
  (props: Props): React.ReactNode;
  /** Resolves once the component can be rendered synchronously. Retries after a failure. */
  load(): Promise<void>;
}

/** Renders synchronously if loaded, otherwise suspends. React.lazy always suspends, with the fallback for 300 ms. */
export function lazyComponent<Props extends object>(
  importIt: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let Component: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let hasFailed = false;

  const start = () => {
    hasFailed = false;
    const current = importIt().then((module) => {
      Component = module.default;
      // Marked as React does, but immediately; otherwise React would suspend once more.
      Object.assign(current, { status: "fulfilled", value: undefined });
    });
    current.catch(() => {
      hasFailed = true;
      setTimeout(() => {
        if (loading === current) loading = undefined;
      }, RETRY_AFTER_MS);
    });
    return (loading = current);
  };
  // Reuses the promise while React renders, even a rejected one; with a new promise it would never reach the error.
  const Late = (props: Props) => {
    use(loading ?? start());
    return Component && <Component {...props} />;
  };
  // A loaded component must not call `use`, which marks the render as suspending. One that suspended stays `Late`, or
  // it would lose its state.
  const Lazy = (props: Props) => {
    const [wasHere] = useState(Component !== undefined);
    return wasHere && Component ? <Component {...props} /> : <Late {...props} />;
  };
  return Object.assign(Lazy, { load: () => (loading && !hasFailed ? loading : start()) });
}
