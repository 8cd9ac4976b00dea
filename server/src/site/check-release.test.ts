import type { Registry } from "@conquest/shared/contracts/releases";
import { aRemoteBuild, aShellBuild } from "../testing/a-build";
import { releaseProblems } from "./check-release";

const empty: Registry = { schema: 1, revision: 0, remotes: {} };

describe("releaseProblems", () => {
  it("finds nothing wrong with a whole build", () => {
    expect(releaseProblems(aRemoteBuild(), empty)).toEqual([]);
    expect(releaseProblems(aShellBuild(), empty)).toEqual([]);
  });

  it("refuses a remote that needs a newer contract", () => {
    expect(releaseProblems(aRemoteBuild({ contract: "^9.0.0" }), empty)).toEqual(["It needs contract ^9.0.0; this site has 1.0.0."]);
  });

  it("refuses a build that lacks a file its manifest or its HTML names", () => {
    const without = (build: ReturnType<typeof aShellBuild>, path: string) => ({ ...build, files: build.files.filter((file) => file.path !== path) });
    expect(releaseProblems(without(aRemoteBuild(), "later.js"), empty)).toEqual(["mf-manifest.json names later.js, which is not in the build."]);
    expect(releaseProblems(without(aShellBuild(), "main.js"), empty)).toEqual(["index.html asks for ./main.js, which is not in the build."]);
  });

  it("refuses an address or a menu entry that another part has", () => {
    const other = aRemoteBuild({ name: "mf-other", menu: [{ to: "/", label: "Home", icon: "flag", order: 1, roles: ["user"] }] });
    const remote = { version: "1", base: "/", manifest: {}, integrity: {}, remote: other.remote! };
    const registry: Registry = { ...empty, remotes: { "mf-other": { current: remote, previous: null, isEnabled: true, reason: null } } };
    const build = aRemoteBuild({
      routes: [{ path: "/contest-details/:contest", title: "Mine", access: "everyone", layout: "site", data: [] }],
      menu: [{ to: "/", label: "Start", icon: "flag", order: 2, roles: ["user"] }],
    });
    expect(releaseProblems(build, registry)).toEqual([
      "The address /contest-details/:id belongs to mf-other.",
      "The menu entry to / belongs to mf-other.",
      'The menu entry "Start" leads to /, which is none of its pages.',
    ]);
  });

  it("lets a part replace its own pages", () => {
    const { remote } = aRemoteBuild();
    const own = { version: "1", base: "/", manifest: {}, integrity: {}, remote: remote! };
    const registry: Registry = { ...empty, remotes: { "mf-public": { current: own, previous: null, isEnabled: true, reason: null } } };
    expect(releaseProblems(aRemoteBuild({ text: "newer" }), registry)).toEqual([]);
  });
});
