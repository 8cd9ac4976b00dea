import type { Registry } from "@conquest/shared/contracts/releases";
import { aRemoteBuild, aShellBuild } from "../../testing/a-build";
import { buildProblems, claimProblems } from "./check-release";

describe("buildProblems", () => {
  it("finds nothing wrong with a whole build", () => {
    expect(buildProblems(aRemoteBuild())).toEqual([]);
    expect(buildProblems(aShellBuild())).toEqual([]);
  });

  it("refuses a build that lacks a file its manifest or its HTML names", () => {
    const without = (build: ReturnType<typeof aShellBuild>, path: string) => ({ ...build, files: build.files.filter((file) => file.path !== path) });
    expect(buildProblems(without(aRemoteBuild(), "later.js"))).toEqual(["mf-manifest.json names later.js, which is not in the build."]);
    expect(buildProblems(without(aShellBuild(), "main.js"))).toEqual(["index.html asks for ./main.js, which is not in the build."]);
  });

  it("refuses a menu entry that leads to none of the part's own pages", () => {
    const build = aRemoteBuild({ menu: [{ to: "/elsewhere", label: "Start", icon: "flag", order: 2, roles: ["user"] }] });
    expect(buildProblems(build)).toEqual(['The menu entry "Start" leads to /elsewhere, which is none of its pages.']);
  });
});

describe("claimProblems", () => {
  const faceOf = (draft: Parameters<typeof aRemoteBuild>[0] = {}) => aRemoteBuild(draft).remote!;
  const running = (remote: ReturnType<typeof faceOf>): { shell: null; registry: Registry } => {
    const current = { version: "1", base: "/", files: { container: "x", entry: "x.js", scripts: [], styles: [], pages: {} }, integrity: {}, remote };
    return { shell: null, registry: { schema: 2, revision: 1, remotes: { [remote.name]: { current, previous: null, isEnabled: true, reason: null } } } };
  };
  const home = (label: string) => [{ to: "/", label, icon: "flag", order: 1, roles: ["user" as const] }];

  it("finds an address or a menu entry that another part has", () => {
    const remote = faceOf({
      routes: [{ path: "/contest-details/:contest", title: "Mine", access: "everyone", layout: "site", data: [] }],
      menu: home("Start"),
    });
    expect(claimProblems(remote, running(faceOf({ name: "mf-other", menu: home("Home") })))).toEqual([
      "The address /contest-details/:contest belongs to mf-other, which has /contest-details/:id.",
      "The menu entry to / belongs to mf-other.",
    ]);
  });

  it("lets a part replace its own pages", () => {
    expect(claimProblems(faceOf({ menu: home("Start") }), running(faceOf({ menu: home("Home") })))).toEqual([]);
  });
});
