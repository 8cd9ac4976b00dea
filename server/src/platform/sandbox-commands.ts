const NOBODY_UID = "65534";

/** Unprivileged helper that removes the network, writing and access to other processes: see deploy/conquest-wall.c. */
const WALL_HELPER = "conquest-wall";

/** Returns command prefixes to try, strictest first; the last is empty. `memory` is in MiB. */
export function sandboxCommand(memory: number, seconds?: number): readonly (readonly string[])[] {
  const limit = [
    "prlimit",
    `--data=${memory * 1024 * 1024}`,
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
