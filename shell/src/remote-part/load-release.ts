import type { ComponentType } from "react";
import { EXPOSED_MODULE, type Release } from "@conquest/shared/contracts/parts/releases";
import { CONTRACT_VERSION, containerName, satisfiesContract } from "@conquest/shared/contracts/parts/remote";
import { createChunkList, defineContainer } from "./chunk-list";
import { registerDigests } from "./integrity";
import { chunkFailure, loadScript, loadStylesheet, refresh } from "./load-files";
import { openContainer } from "./open-container";
import { asFailure, PartFailure } from "./part-failure";
import { pause, type LoadedPart } from "./parts";

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

/**
 * Evaluates all modules again, so that no rejected chunk or module of another release remains. `isAgain` bypasses the
 * browser's cache, which may contain a damaged file.
 */
export async function loadRelease(part: string, release: Release, isAgain: boolean): Promise<LoadedPart> {
  const needed = release.remote.contract;
  if (!satisfiesContract(needed)) {
    throw new PartFailure(
      "contract",
      `${part} ${release.version} needs contract ${needed}, this page has ${CONTRACT_VERSION}`,
    );
  }
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
