const NOBODY_UID = "65534";

/** Unprivileged helper that removes the network, writing and access to other processes: see deploy/conquest-wall.c. */
const WALL_HELPER = "conquest-wall";

/** V8 13 (Node 24) reserves tables that count as data; without this, SSR processes would have 65 MiB left of 640. */
const RESERVED_MIB = Number.parseInt(process.versions.v8, 10) >= 13 ? 512 : 0;

/** Heap of a sandboxed Node process. The young generation is that of Node 20; newer versions take twice as much. */
export const HEAP_OPTIONS = ["--max-old-space-size=128", "--max-semi-space-size=16"];

/** Returns command prefixes to try, strictest first; the last is empty. `memory` is in MiB. */
export function sandboxCommand(memory: number, seconds?: number): readonly (readonly string[])[] {
  const limit = [
    "prlimit",
    `--data=${(memory + RESERVED_MIB) * 1024 * 1024}`,
    ...(seconds === undefined ? [] : [`--cpu=${seconds}`]),
    "--core=0",
    "--",
  ];
  const becomeNobody = [
    "setpriv",
    `--reuid=${NOBODY_UID}`,
    `--regid=${NOBODY_UID}`,
    "--clear-groups",
    "--no-new-privs",
    "--inh-caps=-all",
    "--",
  ];
  const leaveNetwork = ["unshare", "--net", "--ipc", "--uts", "--"];
  return [
    [...leaveNetwork, ...limit, ...becomeNobody],
    ["unshare", "--user", "--net", "--ipc", "--uts", "--", ...limit],
    // For environments without namespaces, such as containers.
    [WALL_HELPER, ...limit, ...becomeNobody],
    [WALL_HELPER, ...limit],
    [...limit, ...becomeNobody],
    limit,
    [],
  ];
}

/** Lists what the command does not restrict, for the operator; empty if it restricts everything. */
export function unrestrictedBy(wall: readonly string[]): string[] {
  const isWallHelper = wall.includes(WALL_HELPER);
  return [
    ...(wall.includes("--net") || isWallHelper ? [] : ["the network"]),
    ...(wall.includes("--user") || wall.includes("setpriv") || isWallHelper ? [] : ["a look at the server's settings"]),
    ...(wall.includes("prlimit") ? [] : ["memory without a limit"]),
  ];
}
