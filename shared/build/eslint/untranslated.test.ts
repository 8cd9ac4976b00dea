/** @jest-environment node */
import { Linter } from "eslint";
import { parser } from "typescript-eslint";

const load = () => import("./untranslated.mjs" as string) as Promise<{ default: object }>;

const textsIn = async (code: string) =>
  new Linter()
    .verify(
      code,
      {
        files: ["**"],
        languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
        plugins: { untranslated: (await load()).default },
        rules: { "untranslated/texts": "error" },
      },
      "page.tsx",
    )
    .map(({ message }) => /“(.*)” a message/.exec(message)?.[1] ?? message);

it.each([
  ["a sentence", `toast.error("Part of this page didn't load.");`, "Part of this page didn't load."],
  ["a label of one word", `const HEADER = ["Number", "sha"];`, "Number"],
  ["JSX text", `const note = <p>no entries <b>{count}</b></p>;`, "no entries"],
  ["a text shown by an expression", `const note = <p>{isOpen ? "open" : t("Closed")}</p>;`, "open"],
  ["a label of an element", `const box = <input placeholder="MM/YY" />;`, "MM/YY"],
  ["an attribute of a component", `const list = <List empty="No contests yet" />;`, "No contests yet"],
  ["a template", "const name = `Entry ${number}`;", "Entry …"],
  ["a template that begins with a value", "const text = `${name} won the contest`;", "… won the contest"],
  ["a value of a message", `t("{name} won", { name: "The winner" });`, "The winner"],
  ["an error that people read", `throw new HttpError(404, "We couldn't find it.");`, "We couldn't find it."],
  [
    "a condition's text",
    `t(isOpen ? "Open" : name || "Closed", { name: open ? "Deleted user" : "" });`,
    "Deleted user",
  ],
])("rejects %s", async (_, code, text) => {
  expect(await textsIn(code)).toEqual([text]);
});

it.each([
  ["messages", `t("Skip to content"); const label = msg("Home"); message(isOpen ? "Open" : "Closed");`],
  ["texts of T", `const note = <><T text="Read the <a>terms</a>" /><T text={isNew ? "New {a}" : "Old {a}"} /></>;`],
  ["names", `const names = ["Conquest", "GitHub"]; const title = <title>{\`$\{t("Loading")} | Conquest\`}</title>;`],
  ["class names", `const box = <p className="Wide note">{clsx("cq-note wide", "da:flex")}</p>;`],
  ["code on a page", `const command = <p><code>npm run audit</code> <kbd>Enter</kbd></p>;`],
  ["numbers and addresses", `const box = <p><input placeholder="https://" /> {"৳"}{\`$\{count}/10\`}</p>;`],
  ["values that code compares", `if (place === "Top left") go(); const tabs = <Tabs current="Entries" />;`],
  ["keys of queries", `const key = { queryKey: ["entry file as text", id], at: \`$\{use} $\{id}\` };`],
  ["media queries", `const sizes = "(min-width: 64rem) 20rem, 92vw"; const path = "M0 96 46 48l26 24z";`],
  [
    "response headers",
    `reply.header("Vary", "Accept, Cookie").type("text/css"); const all = { vary: "Accept, Cookie" };`,
  ],
  ["types of schema.org", `const event = { "@type": "Event" };`],
  ["errors of developers", `throw new Error("This can't happen."); reject(new FileUnreadable("It ended early."));`],
  ["logs", `request.log.warn({ error }, "Deleting it later");`],
  ["SQL", "db.execute(sql`Select text from notices`);"],
])("accepts %s", async (_, code) => {
  expect(await textsIn(code)).toEqual([]);
});
