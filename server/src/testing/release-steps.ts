import type { Build } from "../releases/store/release-store";
import { SHELL_DRAWING, aRemoteBuild, aShellBuild } from "./sample-builds";
import type { TestServer } from "./test-server";

/** Longer than a server may go without asking whether the registry has changed. */
export const waitForReleases = () => new Promise((resolve) => setTimeout(resolve, 300));

/** Releases as a team makes them, with the preflight. The server takes the token "token". */
export function releaseSteps(site: TestServer) {
  const release = ({ files, ...build }: Build) =>
    site.app.inject({
      method: "POST",
      url: "/mf/releases",
      headers: { authorization: "Bearer token" },
      payload: {
        ...build,
        who: "tests",
        files: files.map(({ path, content }) => ({ path, base64: content.toString("base64") })),
      },
    });

  /** A shell, and a remote whose drawing bundle this is. */
  async function live(code: string): Promise<void> {
    expect((await release(aShellBuild("", SHELL_DRAWING))).statusCode).toBe(200);
    expect((await release(aRemoteBuild({ draws: code }))).statusCode).toBe(200);
    await waitForReleases();
  }

  return { release, live };
}
