/** A user that owns nothing. */
const NOBODY = "65534";

/** Takes away the network, writing and a look into other processes without any rights: see deploy/conquest-wall.c. */
const OURS = "conquest-wall";

/**
 * Commands that take something away from the one that follows them, the strictest first: the network, the user, memory above so many
 * MiB, and a processor after so many seconds of it. Which of them a machine has and allows is found by trying; the last takes nothing.
 */
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
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    "--clear-groups",
    "--no-new-privs",
    "--inh-caps=-all",
    "--",
  ];
  const leaveNetwork = ["unshare", "--net", "--ipc", "--uts", "--"];
  return [
    [...leaveNetwork, ...limit, ...becomeNobody],
    ["unshare", "--user", "--net", "--ipc", "--uts", "--", ...limit],
    // Where namespaces are refused, as in containers.
    [OURS, ...limit, ...becomeNobody],
    [OURS, ...limit],
    [...limit, ...becomeNobody],
    limit,
    [],
  ];
}

/** What such a command leaves to the one that follows it, for whoever runs the site; empty where it takes all away. */
export function leftBy(wall: readonly string[]): string[] {
  const isOurs = wall.includes(OURS);
  return [
    ...(wall.includes("--net") || isOurs ? [] : ["the network"]),
    ...(wall.includes("--user") || wall.includes("setpriv") || isOurs ? [] : ["a look at the server's settings"]),
    ...(wall.includes("prlimit") ? [] : ["memory without a limit"]),
  ];
}
