/** A user that owns nothing. */
const NOBODY = "65534";

/**
 * Commands that take something away from the one that follows them, the strictest first: the network, the user, and memory above
 * so many MiB. Which of them a machine has and allows is found by trying; the last takes nothing.
 */
export function wallsWith(memory: number): readonly (readonly string[])[] {
  const limitMemory = ["prlimit", `--data=${memory * 1024 * 1024}`, "--core=0", "--"];
  const becomeNobody = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--no-new-privs", "--inh-caps=-all", "--"];
  const leaveNetwork = ["unshare", "--net", "--ipc", "--uts", "--"];
  return [
    [...leaveNetwork, ...limitMemory, ...becomeNobody],
    ["unshare", "--user", "--net", "--ipc", "--uts", "--", ...limitMemory],
    [...limitMemory, ...becomeNobody],
    limitMemory,
    [],
  ];
}
