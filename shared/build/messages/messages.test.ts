/** @jest-environment node */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

interface Plan {
  files: Map<string, string | null>;
  problems: string[];
  missing: number;
}
const extract = async (source: string) => {
  const { extractMessages } = (await import("./extract-messages.mjs")) as {
    extractMessages: (source: string) => { messages: { message: string; line: number }[]; problems: string[] };
  };
  return extractMessages(source);
};
const problemsOf = async (message: string, translation: string) => {
  const { translationProblems } = (await import("./check-translation.mjs")) as {
    translationProblems: (message: string, translation: string, language: string) => string[];
  };
  return translationProblems(message, translation, "bn");
};
const IMPORT = 'import { msg, t as translate, T } from "@conquest/shared/singletons/language";\n';

describe("extraction", () => {
  it("finds messages of calls and elements by their imported names", async () => {
    const { messages, problems } = await extract(
      `${IMPORT}const LABEL = msg("Home");
       const view = <T text="Read <a>this</a>" a={<a href="/" />} />;
       translate(isOpen ? "Open" : \`Closed\`); translate(LABEL); t("Not ours"); other.msg("Nor this");`,
    );
    expect(messages).toEqual([
      { message: "Home", line: 2 },
      { message: "Read <a>this</a>", line: 3 },
      { message: "Open", line: 4 },
      { message: "Closed", line: 4 },
    ]);
    expect(problems).toEqual([]);
  });

  it("finds nothing in a file that imports another t", async () => {
    expect((await extract('import { t } from "./other"; t("Home");')).messages).toEqual([]);
  });

  it.each(["translate(`${count} entries`)", 'translate("a" + name)', "msg(name)"])("rejects %s", async (call) => {
    const { messages, problems } = await extract(`${IMPORT}${call};`);
    expect(messages).toEqual([]);
    expect(problems).toEqual(["source.tsx:2: a message is one string; write changing parts as {name}."]);
  });
});

describe("a translation", () => {
  it.each([
    ["Hello {name}", "{name}, স্বাগতম"],
    ["{n, plural, one {# entry} other {# entries}}", "{n, plural, one {#টি} other {#টি}}"],
    ["{n, plural, =0 {None} one {#} other {#}}", "{n, plural, one {#} other {#}}"],
    ["<a>{n}</a> isn't {n}", "<a>{n}</a>"],
  ])("of %s may be %s", async (message, translation) => {
    expect(await problemsOf(message, translation)).toEqual([]);
  });

  it.each([
    ["Hello {name}", "স্বাগতম", "{name} is missing"],
    ["Hello", "{name}, স্বাগতম", "{name} is not in the message"],
    ["<a>Home</a>", "হোম", "<a> is missing"],
    ["{n, plural, one {#} other {#}}", "{n, plural, other {#}}", "the plural of {n} has no one"],
    [
      "{n, plural, one {#} other {#}}",
      "{n, plural, one {#} few {#} other {#}}",
      "the plural of {n} has few, which the language does not use",
    ],
    ["{x, select, a {A} other {B}}", "{x, select, b {A} other {B}}", "{x: a, other} is missing"],
    ["Hello {name}", "{name", "it cannot be read (expect argument closing brace)"],
    ["{n} left", "{n, number} বাকি", "{n} has a format; format it in the code"],
  ])("of %s must not be %s", async (message, translation, problem) => {
    expect(await problemsOf(message, translation)).toContain(problem);
  });
});

it("accents messages without their placeholders and tags", async () => {
  const { accented } = (await import("./accented.mjs")) as { accented: (message: string) => string };
  expect(accented("Read <a>these {name}</a> {n, plural, one {# day} other {# days}}")).toBe(
    "Rëåđ <a>ţhëšë {name}</a> {n, plural, one {# đåý} other {# đåýš}}",
  );
});

describe("catalogs", () => {
  let folder = "";
  const write = async (name: string, content: unknown) => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
  };
  const update = async (): Promise<Plan & { outdated: string[]; save: () => void }> => {
    const module = (await import("./update-catalogs.mjs")) as {
      planCatalogs: (folder: string) => Plan;
      outdatedFiles: (plan: Plan) => [string, unknown][];
      writeCatalogs: (plan: Plan) => void;
    };
    const plan = module.planCatalogs(folder);
    return {
      ...plan,
      outdated: module.outdatedFiles(plan).map(([file]) => path.basename(file)),
      save: () => module.writeCatalogs(plan),
    };
  };
  const catalog = async (name: string) =>
    JSON.parse(await readFile(path.join(folder, "messages", name), "utf8")) as unknown;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), "conquest-messages-"))));
  afterEach(() => rm(folder, { recursive: true }));

  it("follow sources and remote.json, and keep translations of messages that moved", async () => {
    await write("src/features/about/about-page.tsx", `${IMPORT}translate("Our story"); translate("Join");`);
    await write("src/features/about/about-page.test.tsx", `${IMPORT}translate("Only a test");`);
    await write("src/routes.tsx", `${IMPORT}translate("Loading");`);
    await write("remote.json", { routes: [{ path: "/about", title: "About us", description: "What it is." }] });
    await write("messages/common.bn.json", { "Our story": "আমাদের গল্প", Gone: "গেছে" });
    await write("messages/old.bn.json", { Gone: "গেছে" });
    const plan = await update();
    expect(plan.outdated.sort()).toEqual(["about.bn.json", "common.bn.json", "old.bn.json"]);
    expect([plan.problems, plan.missing]).toEqual([[], 4]);
    plan.save();
    expect(await catalog("about.bn.json")).toEqual({ Join: "", "Our story": "আমাদের গল্প" });
    expect(await catalog("common.bn.json")).toEqual({ "About us": "", Loading: "", "What it is.": "" });
    await expect(catalog("old.bn.json")).rejects.toThrow("ENOENT");
    expect((await update()).outdated).toEqual([]);
  });

  it("are rejected with wrong placeholders, or two translations of a message", async () => {
    await write("src/features/home/home-page.tsx", `${IMPORT}translate("Hello {name}"); translate("Join");`);
    await write("src/features/about/about-page.tsx", `${IMPORT}translate("Join");`);
    await write("messages/home.bn.json", { "Hello {name}": "স্বাগতম", Join: "যোগ দিন" });
    await write("messages/about.bn.json", { Join: "অংশ নিন" });
    const { problems } = await update();
    expect(problems).toEqual([
      expect.stringContaining("/messages/home.bn.json: “Hello {name}”: {name} is missing."),
      expect.stringContaining("“Join” is translated differently elsewhere: “অংশ নিন”."),
    ]);
  });

  it("are rejected if two messages have the same key", async () => {
    await write("src/routes.tsx", `${IMPORT}translate("Entry 177079"); translate("Entry 229425");`);
    const { problems } = await update();
    expect(problems).toEqual([
      expect.stringContaining("“Entry 229425” has the same key as “Entry 177079”: change a word."),
    ]);
  });
});
