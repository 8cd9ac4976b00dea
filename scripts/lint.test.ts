import { ESLint } from "eslint";
import fs from "node:fs";
import path from "node:path";

const root = path.resolve(__dirname, "..");
const eslint = new ESLint({ cwd: root });

async function findings(file: string, text = "export const nothing = 1;\n"): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: path.join(root, file) });
  return result!.messages.filter(({ ruleId }) => ruleId?.startsWith("boundaries/")).map(({ message }) => message);
}
const importOf = (specifier: string) => `import { something } from "${specifier}";\nexport const it = something;\n`;

describe("module boundaries", () => {
  it.each([
    "server/src/new-room/x.ts",
    "mf-public/src/new-room/x.ts",
    "shell/src/new-room/x.ts",
    "shared/new-room/x.ts",
    "scripts/src/new-room/x.ts",
    "bench/new-room/x.ts",
    "new-room/x.ts",
  ])("reject %s, which is in no known folder", async (file) =>
    expect(await findings(file)).toEqual([expect.stringContaining("does not match any file pattern")]),
  );

  it.each([
    ["server/src/features/users/x.ts", "../../app"],
    ["server/src/platform/x.ts", "../app"],
    ["server/src/config/config.ts", "../app"],
    ["server/src/features/users/x.ts", "../session/session-routes"],
    ["server/src/features/contests/x.ts", "../session/session-routes"],
    ["server/src/features/judges/domain/x.ts", "../judges-routes"],
    ["server/src/features/judges/domain/x.ts", "../../users/users-repository"],
    ["server/src/platform/x.ts", "../features/judges/domain/judge-access"],
    ["mf-public/src/features/home/x.ts", "@conquest/shared/testing/samples"],
    ["scripts/x.ts", "@conquest/shared/testing/samples"],
    ["bench/x.ts", "@conquest/server/src/app"],
  ])("reject %s importing %s", async (file, specifier) => {
    expect(await findings(file, importOf(specifier))).toEqual([
      expect.stringContaining("There is no policy allowing dependencies"),
    ]);
  });

  it.each([
    ["server/src/commands/server.ts", "../app"],
    ["scripts/start.ts", "@conquest/server/src/app"],
    ["server/src/features/users/users-routes.test.ts", "../../app"],
    ["server/src/features/users/x.ts", "../contests/domain/phase"],
    ["server/src/features/users/deletion/x.ts", "../users-repository"],
    ["server/src/features/judges/x.ts", "./domain/judge-access"],
    ["server/src/features/judges/domain/x.ts", "../../contests/domain/phase"],
    ["bench/x.ts", "@conquest/scripts/src/root"],
    ["e2e/journeys/entering/join.spec.ts", "@conquest/shared/testing/samples"],
  ])("allow %s to import %s", async (file, specifier) => {
    expect(await findings(file, importOf(specifier))).toEqual([]);
  });
});

describe("domains of features", () => {
  type Graph = Map<string, Set<string>>;

  /** Returns the first cycle as a list that starts and ends with one name, or null. */
  function findCycle(graph: Graph): string[] | null {
    const acyclic = new Set<string>();
    function visit(name: string, path: string[]): string[] | null {
      if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
      if (acyclic.has(name)) return null;
      for (const next of graph.get(name) ?? []) {
        const cycle = visit(next, [...path, name]);
        if (cycle) return cycle;
      }
      acyclic.add(name);
      return null;
    }
    for (const name of graph.keys()) {
      const cycle = visit(name, []);
      if (cycle) return cycle;
    }
    return null;
  }

  const features = path.join(root, "server/src/features");

  function readDomainImports(feature: string): Set<string> {
    const domain = path.join(features, feature, "domain");
    const sources = fs.existsSync(domain) ? fs.readdirSync(domain).filter((file) => !file.includes(".test.")) : [];
    const imported = sources.flatMap((file) =>
      [...fs.readFileSync(path.join(domain, file), "utf8").matchAll(/"\.\.\/\.\.\/([\w-]+)\/domain\//g)].map(
        ([, name]) => name!,
      ),
    );
    return new Set(imported);
  }

  it("import each other without cycles", () => {
    const graph = new Map(fs.readdirSync(features).map((feature) => [feature, readDomainImports(feature)]));
    expect([...(graph.get("participation") ?? [])]).toEqual(expect.arrayContaining(["contests", "extensions"]));
    expect(findCycle(graph)).toBeNull();
  });

  it("are reported with the cycle they form", () => {
    const graph = new Map(Object.entries({ a: new Set(["b", "d"]), b: new Set(["c"]), c: new Set(["b"]) }));
    expect(findCycle(graph)).toEqual(["b", "c", "b"]);
  });
});

describe("accessibility", () => {
  const render = (element: string) => `export const Part = ({ act }: { act: () => void }) => ${element};\n`;

  it.each([
    ['<img src="/a.png" />', "alt-text"],
    ["<a>Contests</a>", "anchor-is-valid"],
    ['<div aria-nothing="yes">x</div>', "aria-props"],
    ['<div role="datepicker">x</div>', "aria-role"],
    ["<div onClick={act}>Join</div>", "click-events-have-key-events"],
    ["<h2></h2>", "heading-has-content"],
    ['<div role="button" onClick={act} onKeyDown={act}>Join</div>', "interactive-supports-focus"],
    ["<label>Name</label>", "label-has-associated-control"],
    ["<main onClick={act} onKeyDown={act}>x</main>", "no-noninteractive-element-interactions"],
    ['<div role="checkbox">x</div>', "role-has-required-aria-props"],
    ["<input tabIndex={5} onChange={act} />", "tabindex-no-positive"],
  ])("rejects %s by %s", async (element, rule) => {
    const [result] = await eslint.lintText(render(element), { filePath: path.join(root, "shared/ui/x.tsx") });
    expect(result!.messages.map(({ ruleId }) => ruleId)).toContain(`jsx-a11y-x/${rule}`);
  });
});

describe("plain English", () => {
  const problems = async (text: string, file = "server/src/platform/x.test.ts") => {
    const [result] = await eslint.lintText(text, { filePath: path.join(root, file) });
    return result!.messages.filter(({ ruleId }) => ruleId?.startsWith("plain-english/")).map(({ ruleId }) => ruleId);
  };

  it.each([
    ["/** Returns what whoever asks may read. */\n", "plain-english/comments"],
    ["// What the caller may read.\n", "plain-english/comments"],
    [`// ${"Reads a word. ".repeat(12)}\n`, "plain-english/comments"],
    ['it("rejects somebody", () => undefined);\n', "plain-english/titles"],
    [`it.each([1])("rejects ${"a word ".repeat(8)}%s", () => undefined);\n`, "plain-english/titles"],
    ["export const mayRead = true;\n", "plain-english/names"],
    ["export const MOST_READ = 1;\n", "plain-english/names"],
  ])("rejects %j", async (text, rule) => {
    expect(await problems(text)).toEqual([rule]);
  });

  it.each([
    "/** Returns the entry, or null if there is none. */\nexport const canRead = true;\n",
    "// eslint-disable-next-line no-console -- whoever\nexport const MAX_READ = 1;\n",
    'it("rejects a submission after the deadline", () => undefined);\n',
  ])("accepts %j", async (text) => {
    expect(await problems(text)).toEqual([]);
  });
});
