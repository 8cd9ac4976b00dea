import type { ComponentType } from "react";
import { EXPOSED, type Release } from "@conquest/shared/contracts/parts/releases";
import { CONTRACT_VERSION, containerName, meetsContract } from "@conquest/shared/contracts/parts/remote";
import { chunkListOf, containerOf } from "./chunk-list";
import { expectDigests } from "./integrity";
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

let tries = 0;

/** Within one page a browser may hand out the same damaged copy again, whatever its cache holds. */
const anew = (address: string) => `${address}?try=${tries}`;

/**
 * Loads one release of a part and gives what draws its routes. Every call starts from nothing: its
 * modules are evaluated anew, so that neither a rejected chunk nor another release's modules stay behind. `isAgain`
 * also asks past the browser's cache, which would give a damaged file again.
 */
export async function loadRelease(part: string, release: Release, isAgain: boolean): Promise<LoadedPart> {
  const needed = release.remote.contract;
  if (!meetsContract(needed)) {
    throw new PartFailure(
      "contract",
      `${part} ${release.version} needs contract ${needed}, this page has ${CONTRACT_VERSION}`,
    );
  }
  expectDigests(release.base, release.integrity);
  const { folder, entry, scripts, styles } = filesOf(release);
  if (isAgain) await refresh(folder, [entry, ...scripts, ...styles]);

  const container = containerName(part);
  const brought = containerOf(container, folder);
  (globalThis as Record<string, unknown>)[`webpackChunk${container}`] = chunkListOf(folder);

  // Beside the entry, which would ask for them only when it runs, and does ask again for one that failed.
  const chunks = isAgain ? [] : scripts.map((address) => loadScript(address).catch(() => undefined));
  tries += 1;
  const [module] = await Promise.all([
    Promise.all([loadScript(isAgain ? anew(entry) : entry), ...chunks])
      .then(() => openContainer(brought()))
      .catch((cause: unknown) => {
        throw chunkFailure(cause) ?? asFailure(cause, "unfit");
      }) as Promise<Exposed | undefined>,
    ...styles.map((address) => loadStylesheet(folder, address, isAgain ? anew(address) : address)),
  ]);
  if (typeof module?.default !== "function")
    throw new PartFailure("unfit", `${EXPOSED} of ${part} exports no component`);
  const { default: Routes, load } = module;
  // What the page's HTML has asked for in vain, the browser hands out once more before it asks again.
  return { Routes, loadPage: async (path) => load?.(path).catch(() => pause().then(() => load(path))) };
}
