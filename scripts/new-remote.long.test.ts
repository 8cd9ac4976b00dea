import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ESLint } from "eslint";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { testServer } from "@conquest/server/src/testing/test-server";
import { pagesOf, versionOf } from "@conquest/server/src/releases/store/release-store";
import { releaseSteps, waitForReleases } from "@conquest/server/src/testing/release-steps";
import { readKnownParts, nextRemote, writeRemote, type KnownPart } from "./src/parts/new-remote";
import { readBuild } from "./src/parts/read-build";
import { root } from "./src/root";

const run = (args: string[], cwd: string) =>
  promisify(execFile)(process.execPath, args, { cwd }).catch((error: { stdout: string; stderr: string }) =>
    Promise.reject(new Error(error.stdout + error.stderr)),
  );
const bin = (name: string, file: string) =>
  path.join(path.dirname(createRequire(__filename).resolve(`${name}/package.json`)), file);

describe("a new remote", () => {
  const page = (address: string) => ({
    path: address,
    title: "Page",
    access: "everyone" as const,
    layout: "site" as const,
    data: [],
  });
  const part = (draft: Partial<KnownPart>): KnownPart => ({
    name: "mf-other",
    port: 3001,
    prefix: "ot",
    remote: { routes: [], menu: [] },
    ...draft,
  });
  const known = [part({}), part({ name: "mf-third", port: 3002, prefix: "te" })];

  it("gets an unused port and prefix and a page with its name", () => {
    expect(nextRemote("mf-teams", known)).toEqual({
      name: "mf-teams",
      port: 3003,
      prefix: "ta",
      path: "/dashboard/teams",
      title: "Teams",
    });
    expect(nextRemote("mf-dashboard-team-talk", [])).toEqual({
      name: "mf-dashboard-team-talk",
      port: 3001,
      prefix: "dt",
      path: "/dashboard/team_talk",
      title: "Team Talk",
    });
  });

  it("gets no prefix reserved by the shell", () => {
    expect(nextRemote("mf-shapes", []).prefix).toBe("sa");
    expect(nextRemote("mf-create-quiz", []).prefix).toBe("cr");
  });

  it.each(["teams", "mf-", "mf-Teams", "mf-teams2", "mf--teams", "mf-teams-", "../mf-teams", `mf-${"a".repeat(62)}`])(
    "cannot be named %s",
    (name) => {
      expect(() => nextRemote(name, [])).toThrow(/A remote's name is mf- and lowercase words/);
    },
  );

  it.each<[string, KnownPart, RegExp]>([
    ["its folder name", part({ name: "mf-teams" }), /The folder mf-teams already exists/],
    [
      "its path",
      part({ remote: { routes: [page("/dashboard/teams")], menu: [] } }),
      /where mf-other has \/dashboard\/teams/,
    ],
    [
      "a pattern that matches its path",
      part({ remote: { routes: [page("/dashboard/:id")], menu: [] } }),
      /where mf-other has \/dashboard\/:id/,
    ],
    [
      "its menu entry",
      part({ remote: { routes: [], menu: [{ to: "/x", label: "TEAMS", icon: "flag", order: 1, roles: ["user"] }] } }),
      /a menu entry "Teams", which mf-other has/,
    ],
  ])("is rejected if a part has %s", (_, other, cause) => {
    expect(() => nextRemote("mf-teams", [other])).toThrow(cause);
  });
});

describe("the folder of a new remote", () => {
  const site = testServer({ config: { deployTokens: { "*": "token" } } });
  let copy: string;
  beforeAll(async () => {
    copy = await mkdtemp(path.join(tmpdir(), "conquest-new-remote-"));
    const remotes = (await readdir(root)).filter((name) => name.startsWith("mf-"));
    const files = [
      "tsconfig.base.json",
      "shell/package.json",
      ...remotes.flatMap((part) => [`${part}/package.json`, `${part}/remote.json`]),
    ];
    for (const file of files) await cp(path.join(root, file), path.join(copy, file));
    const isSource = (file: string) => !/[\\/](?:node_modules|dist)$/.test(file);
    await cp(path.join(root, "shared"), path.join(copy, "shared"), { recursive: true, filter: isSource });
    await mkdir(path.join(copy, "node_modules/@conquest"), { recursive: true });
    await symlink(path.join(copy, "shared"), path.join(copy, "node_modules/@conquest/shared"));
    const libraries = (await readdir(path.join(root, "node_modules"))).filter((name) => name !== "@conquest");
    await Promise.all(
      libraries.map((name) => symlink(path.join(root, "node_modules", name), path.join(copy, "node_modules", name))),
    );
  });
  afterAll(() => rm(copy, { recursive: true }));

  it("can be linted, built and released without further changes", async () => {
    const remote = nextRemote("mf-try-out", await readKnownParts(copy));
    const files = await writeRemote(copy, remote);
    await expect(readKnownParts(copy).then((known) => nextRemote("mf-try-out", known))).rejects.toThrow(
      /The folder mf-try-out already exists/,
    );

    const eslint = new ESLint({ cwd: root });
    for (const file of files.filter((name) => /\.(tsx|mjs)$/.test(name))) {
      const [result] = await eslint.lintText(await readFile(path.join(copy, "mf-try-out", file), "utf8"), {
        filePath: path.join(root, "mf-try-out", file),
      });
      // Other parts exist only in the copy, so unresolved imports are ignored.
      expect([file, result!.messages.filter(({ ruleId }) => !ruleId?.startsWith("boundaries/"))]).toEqual([file, []]);
    }

    const folder = path.join(copy, "mf-try-out");
    // The other parts of the copy have no sources, so their catalogs differ.
    const messages = await run(["shared/build/messages/command.mjs", "--check"], copy).catch((error: Error) => error);
    expect(String(messages)).not.toContain("mf-try-out");
    await run([bin("typescript", "bin/tsc"), "-b", "mf-try-out"], copy);
    await run([bin("webpack-cli", "bin/cli.js"), "--mode", "production"], folder);
    const { release } = releaseSteps(site);
    const build = await readBuild("mf-try-out", path.join(folder, "dist"), folder);
    expect((await release(build)).json()).toMatchObject({ isNew: true, revision: 1, version: versionOf(build) });
    await waitForReleases();
    expect(pagesOf(build)?.["/dashboard/try_out"]?.messages).toEqual({ bn: "messages/dashboard-try_out.bn.js" });
    const { remotes } = (await site.app.inject({ url: "/mf/registry.json" })).json<Registry>();
    expect(remotes["mf-try-out"]!.current.remote).toMatchObject({
      routes: [{ path: "/dashboard/try_out", title: "Try Out", access: "signed-in" }],
      menu: [
        {
          to: "/dashboard/try_out",
          label: "Try Out",
          icon: "icon.svg",
          shapes: [{ shape: "path" }, { shape: "rect" }],
        },
      ],
    });
    // Takes half a minute on one core, because shared code is checked and compiled again.
  }, 240_000);
});
