import { use, useState, type ComponentType } from "react";

/** Whoever comes later than this after a failure, in milliseconds, gets a new try. */
const FORGET_AFTER_MS = 2000;

export interface LazyComponent<Props extends object> {
  (props: Props): React.ReactNode;
  /** Resolves once the component can be drawn at once. After a failure it tries again. */
  load(): Promise<void>;
}

/**
 * A component whose code is a chunk of its own. Code that is here is drawn at once; otherwise the nearest Suspense waits, and
 * a chunk that cannot be had is an error where the component should be.
 * React.lazy would not do: it draws also what is loaded already a moment later, and shows that moment for 300 ms.
 */
export function lazyComponent<Props extends object>(
  importIt: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let Component: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let hasFailed = false;

  const start = () => {
    hasFailed = false;
    const mine = importIt().then((module) => {
      Component = module.default;
      // As React marks it, but now: it would wait for it once more.
      Object.assign(mine, { status: "fulfilled", value: undefined });
    });
    mine.catch(() => {
      hasFailed = true;
      setTimeout(() => {
        if (loading === mine) loading = undefined;
      }, FORGET_AFTER_MS);
    });
    return (loading = mine);
  };
  // The same promise as long as React draws, also one that failed: with a new one it would never come to the error.
  const Late = (props: Props) => {
    use(loading ?? start());
    return Component && <Component {...props} />;
  };
  // What is here asks for no promise (a drawing that asks for one is a drawing that may wait). What once waited goes on as it
  // began: as another component it would lose its state.
  const Drawn = (props: Props) => {
    const [wasHere] = useState(Component !== undefined);
    return wasHere && Component ? <Component {...props} /> : <Late {...props} />;
  };
  return Object.assign(Drawn, { load: () => (loading && !hasFailed ? loading : start()) });
}
