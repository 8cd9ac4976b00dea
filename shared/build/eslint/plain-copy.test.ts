/** @jest-environment node */
import { Linter } from "eslint";
import { parser } from "typescript-eslint";

const load = () => import("./plain-copy.mjs" as string) as Promise<{ default: object }>;

const messagesIn = async (code: string) =>
  new Linter().verify(
    code,
    {
      files: ["**"],
      languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
      plugins: { "plain-copy": (await load()).default },
      rules: { "plain-copy/texts": "error" },
    },
    "page.tsx",
  );

const wordsIn = async (code: string) =>
  (await messagesIn(code)).map(({ message }) => /“(.*)”/.exec(message)?.[1] ?? message);

it.each([
  ["a string", `const hint = "Whoever joins pays this.";`, "Whoever"],
  ["a label of one word", `const label = "Notices";`, "Notices"],
  ["JSX text", `const note = <p>Please{" "}choose a tag</p>;`, "Please"],
  ["an attribute", `const box = <input aria-label="Take it back" />;`, "Take it back"],
  ["a template", "const text = `You have ${count} questions of yours`;", "of yours"],
  ["a value of an object", `const texts = { 404: "No such contest." };`, "No such"],
  ["an average", `const label = "The judges’ mean";`, "judges’ mean"],
  ["an email", `const text = "A letter is on its way.";`, "letter"],
  ["HTML", 'const page = `<p class="news">No notices of ${name}</p>`;', "notices"],
])("rejects a banned word in %s", async (_, code, word) => {
  expect(await wordsIn(code)).toEqual([word]);
});

it("reports the line of the word", async () => {
  expect((await messagesIn("const text = (\n  <p>\n    Join it.\n    Whoever joins pays.\n  </p>\n);"))[0]?.line).toBe(
    4,
  );
});

it.each([
  ["text of the specification", `toast("Status updated successfully! Please refresh");`],
  ["letters of an alphabet", `const text = "Use lowercase letters and digits.";`],
  ["styles", "const style = `.letter { color: red } p { margin: 0 }`;"],
  ["patterns", `const atEnd = "You won(?:, with a word for you)?";`],
  ["class names", `const box = <p className="news wide">{clsx("cq-note cq-notice", "da:flex notice")}</p>;`],
  ["paths of modules", `import a from "./no such file"; export * from "./on show";`],
  ["SQL", 'db.execute(sql`select text from notices where a = ${b}`); db.query("select id from notices");'],
  ["endpoints", `defineEndpoint("GET /notices/unread", "signed-in");`],
  ["names", `notify("notices"); const kinds = { "e-mail": 1 };`],
  ["compared values", `if (value === "on show") stay();`],
  ["types", `type Value = "on show";`],
  ["comments", `/* Whoever joins is told. */`],
])("accepts %s", async (_, code) => {
  expect(await wordsIn(code)).toEqual([]);
});
