import { EXPOSED } from "@conquest/shared/contracts/parts/releases";
import { PartFailure } from "./part-failure";

/** What the script of a remote leaves in the page, as the federation plugin writes it. */
interface Container {
  init(scope: unknown, initScope: unknown[], options: object): unknown;
  get(exposed: string): Promise<() => unknown>;
}

// The build puts in what they stand for: https://webpack.js.org/api/module-variables/
declare const __webpack_init_sharing__: (scope: string) => Promise<unknown>;
declare const __webpack_share_scopes__: Record<string, unknown>;

const SCOPE = "default";

/**
 * Gives a remote's container what the shell shares and takes its one module out of it. The federation runtime could do both,
 * with names, snapshots and loading of its own that no page of ours needs.
 */
export async function openContainer(container: unknown): Promise<unknown> {
  if (!isContainer(container)) throw new PartFailure("unfit", "The script brought no container");
  await __webpack_init_sharing__(SCOPE);
  // The two last fields are what the runtime of the remote reads, see initContainerEntry of @module-federation/webpack-bundler-runtime.
  await container.init(__webpack_share_scopes__[SCOPE], [], {
    version: "",
    shareScopeKeys: SCOPE,
    shareScopeMap: __webpack_share_scopes__,
  });
  const make = await container.get(EXPOSED);
  return make();
}

const isContainer = (value: unknown): value is Container =>
  typeof value === "object" &&
  value !== null &&
  "init" in value &&
  typeof value.init === "function" &&
  "get" in value &&
  typeof value.get === "function";
