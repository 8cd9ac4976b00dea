import type { Build } from "../releases/store/release-store";
import { SHELL_DRAWING, aRemoteBuild, aShellBuild } from "./sample-builds";
import type { TestServer } from "./test-server";

/** Waits until servers have reloaded the registry. */
export const waitForReleases = () => new Promise((resolve) => setTimeout(resolve, 300));

/** Releases builds through the API, including preflight. The server must accept the token "token". */
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

  async function live(code: string): Promise<void> {
    expect((await release(aShellBuild("", SHELL_DRAWING))).statusCode).toBe(200);
    expect((await release(aRemoteBuild({ ssrCode: code }))).statusCode).toBe(200);
    await waitForReleases();
  }

  return { release, live };
}
