import { EXPOSED_MODULE, type Release } from "@conquest/shared/contracts/parts/releases";
import { PartFailure, asFailure } from "./part-failure";
import type { ComponentType } from "react";
import { CONTRACT_VERSION, containerName, satisfiesContract } from "@conquest/shared/contracts/parts/remote";
import { registerDigests } from "./integrity";
import { chunkFailure, loadScript, loadStylesheet, refresh } from "./load-files";
import { pause, type LoadedPart } from "./parts";

type Push = (...chunks: unknown[]) => unknown;

/** The global list has no version in its name: a late chunk of an abandoned release must not join the running one. */
export function createChunkList(base: string): unknown[] {
  const chunks: unknown[] = [];
  const filtered =
    (push: Push): Push =>
    (...pushed) =>
      isFrom(base) ? push(...pushed) : chunks.length;
  let push = filtered(Array.prototype.push.bind(chunks));
  Object.defineProperty(chunks, "push", {
    get: () => push,
    set: (runtimePush: Push) => void (push = filtered(runtimePush)),
  });
  return chunks;
}

/** Defines the global that the release's script sets. Ignores late scripts of abandoned releases. */
export function defineContainer(name: string, base: string): () => unknown {
  let container: unknown;
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => container,
    set: (value: unknown) => {
      if (isFrom(base)) container = value;
    },
  });
  return () => container;
}

const isFrom = (base: string) => (document.currentScript as HTMLScriptElement | null)?.src.startsWith(base) === true;

interface Container {
  init(scope: unknown, initScope: unknown[], options: object): unknown;
  get(exposed: string): Promise<() => unknown>;
}

// Replaced by webpack, see https://webpack.js.org/api/module-variables/
declare const __webpack_init_sharing__: (scope: string) => Promise<unknown>;
declare const __webpack_share_scopes__: Record<string, unknown>;

const SCOPE = "default";

/** Replaces the federation runtime, whose registration, snapshots and loading are not needed. */
async function openContainer(container: unknown): Promise<unknown> {
  if (!isContainer(container)) throw new PartFailure("unfit", "The script defines no container");
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

function filesOf({ base, files }: Release) {
  const at = (file: string) => new URL(base + file, location.href).href;
  return { folder: at(""), entry: at(files.entry), scripts: files.scripts.map(at), styles: files.styles.map(at) };
}

interface Exposed {
  default?: ComponentType;
  load?: LoadedPart["loadPage"];
}

let attempts = 0;

/** Within one page, a browser may reuse the same damaged copy regardless of its cache. */
const withCacheBuster = (address: string) => `${address}?try=${attempts}`;

/** Evaluates all modules again, so that no rejected one remains. `isAgain` bypasses the cache, which may be damaged. */
export async function loadRelease(part: string, release: Release, isAgain: boolean): Promise<LoadedPart> {
  const needed = release.remote.contract;
  if (!satisfiesContract(needed))
    throw new PartFailure(
      "contract",
      `${part} ${release.version} needs contract ${needed}, this page has ${CONTRACT_VERSION}`,
    );
  registerDigests(release.base, release.integrity);
  const { folder, entry, scripts, styles } = filesOf(release);
  if (isAgain) await refresh(folder, [entry, ...scripts, ...styles]);

  const container = containerName(part);
  const getContainer = defineContainer(container, folder);
  (globalThis as Record<string, unknown>)[`webpackChunk${container}`] = createChunkList(folder);

  // Loaded in parallel with the entry, which would request them only when it runs and retries failed ones.
  const chunks = isAgain ? [] : scripts.map((address) => loadScript(address).catch(() => undefined));
  attempts += 1;
  const [module] = await Promise.all([
    Promise.all([loadScript(isAgain ? withCacheBuster(entry) : entry), ...chunks])
      .then(() => openContainer(getContainer()))
      .catch((cause: unknown) => {
        throw chunkFailure(cause) ?? asFailure(cause, "unfit");
      }) as Promise<Exposed | undefined>,
    ...styles.map((address) => loadStylesheet(folder, address, isAgain ? withCacheBuster(address) : address)),
  ]);
  if (typeof module?.default !== "function")
    throw new PartFailure("unfit", `${EXPOSED_MODULE} of ${part} exports no component`);
  const { default: Routes, load } = module;
  // The browser first returns a preload's failed result from the page's HTML; a retry makes a new request.
  return { Routes, loadPage: async (path) => load?.(path).catch(() => pause().then(() => load(path))) };
}
