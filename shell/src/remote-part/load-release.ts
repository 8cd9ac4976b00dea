import type { ComponentType } from "react";
import { loadRemote, registerPlugins, registerRemotes, type ModuleFederationRuntimePlugin } from "@module-federation/enhanced/runtime";
import { EXPOSED, filesOfManifest, type Release } from "@conquest/shared/contracts/releases";
import { CONTRACT_VERSION, containerName, meetsContract } from "@conquest/shared/contracts/remote";
import { expectDigests } from "./integrity";
import { failureOf, loadScript, loadStylesheet, preloadScript, refresh } from "./load-files";
import { asFailure, PartFailure } from "./part-failure";

type RemoteEntryExports = Exclude<Awaited<ReturnType<NonNullable<ModuleFederationRuntimePlugin["loadEntry"]>>>, void>;

function filesOf({ base, manifest }: Release) {
  const files = filesOfManifest(manifest);
  if (!files) throw new PartFailure("unfit", `The manifest of ${base} names no ${EXPOSED}`);
  const at = (file: string) => new URL(base + file, location.href).href;
  return { entry: at(files.entry), scripts: files.scripts.map(at), styles: files.styles.map(at) };
}

// The federation runtime's own loading has no integrity, no deadline for everything and one reason for all failures.
const entries: ModuleFederationRuntimePlugin = {
  name: "conquest-entries",
  async loadEntry({ remoteInfo }) {
    await loadScript(remoteInfo.entry);
    const container = (globalThis as Record<string, unknown>)[remoteInfo.entryGlobalName];
    if (!container) throw new PartFailure("unfit", `${remoteInfo.entry} brought no container`);
    return container as RemoteEntryExports;
  },
};
registerPlugins([entries]);

let tries = 0;

/** Within one page a browser may hand out the same damaged copy again, whatever its cache holds. */
const anew = (address: string) => `${address}?try=${tries}`;

/**
 * Loads one release of a part and gives the component that draws its routes. Every call starts from nothing: its
 * modules are evaluated anew, so that neither a rejected chunk nor another release's modules stay behind. `isAgain`
 * also asks past the browser's cache, which would give a damaged file again.
 */
export async function loadRelease(part: string, release: Release, isAgain: boolean): Promise<ComponentType> {
  const needed = release.remote.contract;
  if (!meetsContract(needed)) {
    throw new PartFailure("contract", `${part} ${release.version} needs contract ${needed}, this page has ${CONTRACT_VERSION}`);
  }
  expectDigests(release.base, release.integrity);
  const { entry, scripts, styles } = filesOf(release);
  if (isAgain) await refresh([entry, ...scripts, ...styles]);

  const container = containerName(part);
  const page = globalThis as Record<string, unknown>;
  page[container] = undefined;
  delete page[`webpackChunk${container}`];

  if (!isAgain) scripts.forEach(preloadScript);
  const name = `${container}_${++tries}`;
  registerRemotes([{ name, entry: isAgain ? anew(entry) : entry, entryGlobalName: container }]);
  const [module] = await Promise.all([
    loadRemote<{ default?: ComponentType }>(`${name}/routes`).catch((cause: unknown) => {
      throw chunkFailure(cause) ?? asFailure(cause, "unfit");
    }),
    ...styles.map((address) => loadStylesheet(address, isAgain ? anew(address) : address)),
  ]);
  if (typeof module?.default !== "function") throw new PartFailure("unfit", `${EXPOSED} of ${part} exports no component`);
  return module.default;
}

/** The failure of a file that the part's own code asked for. */
const chunkFailure = (cause: unknown): PartFailure | undefined =>
  cause instanceof Error && cause.name === "ChunkLoadError" && "request" in cause ? failureOf(String(cause.request)) : undefined;
