import { EXPOSED_MODULE } from "@conquest/shared/contracts/parts/releases";
import { PartFailure } from "./part-failure";

interface Container {
  init(scope: unknown, initScope: unknown[], options: object): unknown;
  get(exposed: string): Promise<() => unknown>;
}

// Replaced by webpack, see https://webpack.js.org/api/module-variables/
declare const __webpack_init_sharing__: (scope: string) => Promise<unknown>;
declare const __webpack_share_scopes__: Record<string, unknown>;

const SCOPE = "default";

/** Replaces the federation runtime, whose registration, snapshots and loading are not needed. */
export async function openContainer(container: unknown): Promise<unknown> {
  if (!isContainer(container)) throw new PartFailure("unfit", "The script brought no container");
  await __webpack_init_sharing__(SCOPE);
  // The last two fields are read by initContainerEntry of @module-federation/webpack-bundler-runtime.
  await container.init(__webpack_share_scopes__[SCOPE], [], {
    version: "",
    shareScopeKeys: SCOPE,
    shareScopeMap: __webpack_share_scopes__,
  });
  const factory = await container.get(EXPOSED_MODULE);
  return factory();
}

const isContainer = (value: unknown): value is Container =>
  typeof value === "object" &&
  value !== null &&
  "init" in value &&
  typeof value.init === "function" &&
  "get" in value &&
  typeof value.get === "function";
