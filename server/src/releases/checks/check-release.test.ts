import { aRemoteBuild, aShellBuild } from "../../testing/sample-builds";
import { conflictProblems, shellConflictProblems } from "./check-conflicts";
import { buildProblems } from "./check-release";

describe("buildProblems", () => {
  it("accepts a complete build", () => {
    expect(buildProblems(aRemoteBuild())).toEqual([]);
    expect(buildProblems(aShellBuild())).toEqual([]);
  });

  it("rejects a build without a file named by its manifest or HTML", () => {
    const without = (build: ReturnType<typeof aShellBuild>, path: string) => ({
      ...build,
      files: build.files.filter((file) => file.path !== path),
    });
    expect(buildProblems(without(aRemoteBuild(), "later.js"))).toEqual([
      "mf-manifest.json names later.js, which is not in the build.",
    ]);
    expect(buildProblems(without(aShellBuild(), "main.js"))).toEqual([
      "index.html asks for ./main.js, which is not in the build.",
    ]);
  });

  it("rejects a menu entry that leads to no page of the part", () => {
    const build = aRemoteBuild({
      menu: [{ to: "/elsewhere", label: "Start", icon: "flag", order: 2, roles: ["user"] }],
    });
    expect(buildProblems(build)).toEqual([`The menu entry "Start" leads to /elsewhere, which isn't one of its pages.`]);
  });

  it.each([
    ["a role without access to its page", { roles: ["user", "creator"] }, { access: ["creator"] }, "user"],
    [
      "owners if its page is for creators only",
      { roles: ["creator"], alsoFor: "owners" },
      { access: ["creator"] },
      "owners",
    ],
    [
      "owners if its page is also for judges",
      { roles: [], alsoFor: "owners" },
      { access: ["creator"], alsoFor: "judges" },
      "owners",
    ],
  ] as const)("rejects a menu entry that leads %s", (_, entry, page, who) => {
    const build = aRemoteBuild({
      routes: [{ path: "/mine", title: "Mine", layout: "site", data: [], ...page, access: [...page.access] }],
      menu: [{ to: "/mine", label: "Mine", icon: "flag", order: 2, ...entry, roles: [...entry.roles] }],
    });
    expect(buildProblems(build)).toContain(
      `The menu entry "Mine" leads ${who} to /mine, which they may not enter: give that page their access or alsoFor.`,
    );
  });

  it.each([
    ["its page allows owners", { access: ["creator"], alsoFor: "owners" }],
    ["its page allows every role", { access: ["user", "creator", "admin"] }],
    ["its page allows all signed-in users", { access: "signed-in" }],
  ] as const)("accepts a menu entry for owners if %s", (_, page) => {
    const build = aRemoteBuild({
      routes: [
        {
          path: "/mine",
          title: "Mine",
          layout: "site",
          data: [],
          ...page,
          access: typeof page.access === "string" ? page.access : [...page.access],
        },
      ],
      menu: [{ to: "/mine", label: "Mine", icon: "flag", order: 2, roles: ["creator"], alsoFor: "owners" }],
    });
    expect(buildProblems(build).filter((problem) => problem.includes("menu entry"))).toEqual([]);
  });
});

describe("conflictProblems", () => {
  const faceOf = (draft: Parameters<typeof aRemoteBuild>[0] = {}) => aRemoteBuild(draft).remote!;
  const running = (...remotes: ReturnType<typeof faceOf>[]) => ({
    shell: null,
    canaries: {},
    running: remotes.map((remote, index) => ({
      part: remote.name,
      version: String(index),
      remote,
      manifest: null,
      isEnabled: true,
    })),
  });
  const home = (label: string) => [{ to: "/", label, icon: "flag", order: 1, roles: ["user" as const] }];

  it("rejects a path or menu entry of another part", () => {
    const remote = faceOf({
      routes: [{ path: "/contest-details/:contest", title: "Mine", access: "everyone", layout: "site", data: [] }],
      menu: home("Start"),
    });
    expect(conflictProblems(remote, running(faceOf({ name: "mf-other", menu: home("Home") })))).toEqual([
      "The address /contest-details/:contest belongs to mf-other, which has /contest-details/:id.",
      "The menu entry to / belongs to mf-other.",
    ]);
  });

  it("rejects paths of another part's canary and lists each once", () => {
    const route = (path: string) => ({
      path,
      title: "Mine",
      access: "everyone" as const,
      layout: "site" as const,
      data: [],
    });
    const [current, canary] = [
      faceOf({ name: "mf-other", routes: [route("/a")] }),
      faceOf({ name: "mf-other", routes: [route("/a"), route("/b")] }),
    ];
    expect(conflictProblems(faceOf({ routes: [route("/a"), route("/b")] }), running(current, canary))).toEqual([
      "The address /a belongs to mf-other.",
      "The address /b belongs to mf-other.",
    ]);
  });

  it.each([
    ["whitespace width", "My  Contests"],
    ["non-breaking space", "My\u00a0Contests"],
    ["zero-width character", "My\u200b Contests"],
    ["full-width letter", "Ｍｙ Contests"],
  ])("rejects a menu label that differs only by a %s", (_, label) => {
    const to = (path: string, text: string) => ({ ...home(text)[0]!, to: path });
    const other = faceOf({ name: "mf-other", menu: [to("/x", "My Contests")] });
    expect(
      conflictProblems(
        faceOf({
          routes: [{ path: "/y", title: "Y", access: "everyone", layout: "site", data: [] }],
          menu: [to("/y", label)],
        }),
        running({ ...other, routes: [] }),
      ),
    ).toEqual([expect.stringContaining("mf-other has a menu entry")]);
  });

  it("rejects a label that participants would see twice in any role", () => {
    const mine = { ...home("Start")[0]!, to: "/contest-details/:id", roles: ["creator" as const] };
    const other = {
      ...faceOf({ name: "mf-other", menu: [{ ...home("Start")[0]!, roles: ["user"], alsoFor: "participants" }] }),
      routes: [],
    };
    expect(conflictProblems(faceOf({ menu: [mine] }), running(other))).toEqual([
      'mf-other has a menu entry "Start" already. Choose another name.',
    ]);
    expect(conflictProblems(faceOf({ menu: [mine] }), running({ ...other, menu: [home("Start")[0]!] }))).toEqual([]);
  });

  it("accepts a part that replaces its own pages", () => {
    expect(conflictProblems(faceOf({ menu: home("Start") }), running(faceOf({ menu: home("Home") })))).toEqual([]);
  });
});

describe("shellConflictProblems", () => {
  const shared = (...modules: [name: string, requiredVersion: string][]) => ({
    shared: modules.map(([name, requiredVersion]) => ({ name, requiredVersion })),
  });
  const running = (manifest: Record<string, unknown>, isEnabled = true) => ({
    running: [{ part: "mf-public", version: "1", remote: aRemoteBuild().remote!, manifest, isEnabled }],
  });
  const offers = { contract: "1.9.0", shared: { react: "20.0.0", "react/": "20.0.0" } };

  it("reports shared modules that are missing or incompatible with live parts", () => {
    const needs = shared(
      ["react", "^19.3.1"],
      ["react/jsx-runtime", "^20.0.0"],
      ["@conquest/shared/singletons/drafts", "^1.0.0"],
    );
    expect(shellConflictProblems(offers, running(needs))).toEqual([
      "mf-public needs react ^19.3.1; this shell has 20.0.0. Disable that part until it is released for this shell.",
      "mf-public shares @conquest/shared/singletons/drafts, which this shell does not have. Disable that part until it is released for this shell.",
    ]);
    expect(shellConflictProblems(offers, running(needs, false))).toEqual([]);
    expect(shellConflictProblems(offers, running(shared(["react", "^20.0.0"])))).toEqual([]);
  });
});
