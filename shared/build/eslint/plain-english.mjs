/** ESLint rules for comments, test titles and names. CONTRIBUTING.md explains them. */

const MAX_COMMENT_WORDS = 35;
const MAX_TITLE_WORDS = 15;

const BANNED =
  /\b(whoever|whomever|somebody|everybody|nobody|anybody|anew|of theirs|hand(?:s|ed)? in|is told|no such|on show|takes? back|taken back|(?<!there )is none)\b/i;
const FRAGMENT_START = /^(What|Who|Whose|Whom|Whoever|Where|Of) /;
const DIRECTIVE =
  /^(?:\s*eslint|\s*@ts-|\s*webpack|\s*prettier-ignore|\s*istanbul|\s*c8 |\s*global |\/ <reference|\s*@jest|\s*@license|\s*language=)/;
const BANNED_NAME =
  /^(?:may|tell|keep|hold)[A-Z]|^(?:Given|Wanted|Asked|Met|Taken|Known|Needed|Made)$|^(?:MOST|LONGEST|SHORTEST)_/;

const countWords = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Returns the text of a comment without asterisks, tags and code in backticks. */
const textOf = (value) =>
  value
    .replace(/^\*/, "")
    .replace(/^\s*\*/gm, " ")
    .replace(/`[^`]*`/g, "code")
    .replace(/\{@link ([^}]*)\}/g, "$1")
    .replace(/https?:\S+/g, "link")
    .replace(/\s+/g, " ")
    .trim();

/** Joins line comments that follow each other without code between them. */
function commentBlocks(comments) {
  const blocks = [];
  for (const comment of comments) {
    const last = blocks.at(-1);
    const isContinued =
      comment.type === "Line" &&
      last?.type === "Line" &&
      last.loc.end.line + 1 === comment.loc.start.line &&
      last.loc.start.column === comment.loc.start.column;
    if (isContinued) {
      last.value += `\n${comment.value}`;
      last.loc = { start: last.loc.start, end: comment.loc.end };
    } else blocks.push({ type: comment.type, value: comment.value, loc: comment.loc });
  }
  return blocks;
}

const comments = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: {
      banned: "Write “{{word}}” in plain English.",
      fragment: "Give this comment a subject and a verb, or delete it.",
      long: "At most {{most}} words ({{words}} here): shorten the comment or move it to docs/.",
    },
  },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const { value, loc } of commentBlocks(sourceCode.getAllComments())) {
        if (DIRECTIVE.test(value)) continue;
        const text = textOf(value);
        const [word] = BANNED.exec(text) ?? [];
        const words = countWords(text);
        if (word) report({ loc, messageId: "banned", data: { word } });
        else if (FRAGMENT_START.test(text)) report({ loc, messageId: "fragment" });
        else if (words > MAX_COMMENT_WORDS)
          report({ loc, messageId: "long", data: { most: MAX_COMMENT_WORDS, words } });
      }
    },
  }),
};

const rootName = (callee) =>
  callee.type === "Identifier"
    ? callee.name
    : callee.object
      ? rootName(callee.object)
      : callee.callee
        ? rootName(callee.callee)
        : callee.tag
          ? rootName(callee.tag)
          : "";
const titleOf = (node) => {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.cooked).join("value");
  return null;
};

const titles = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: {
      banned: "Write “{{word}}” in plain English.",
      long: "At most {{most}} words in a test title ({{words}} here).",
    },
  },
  create: ({ report }) => ({
    CallExpression(node) {
      if (!["it", "test", "describe"].includes(rootName(node.callee))) return;
      const title = titleOf(node.arguments[0]);
      if (title === null) return;
      const [word] = BANNED.exec(title) ?? [];
      const words = countWords(title);
      if (word) report({ node: node.arguments[0], messageId: "banned", data: { word } });
      else if (words > MAX_TITLE_WORDS)
        report({ node: node.arguments[0], messageId: "long", data: { most: MAX_TITLE_WORDS, words } });
    },
  }),
};

const names = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: { banned: "“{{name}}” has a standard term: see docs/glossary.md." },
  },
  create: ({ report }) => {
    const check = (id) => {
      if (id?.type === "Identifier" && BANNED_NAME.test(id.name))
        report({ node: id, messageId: "banned", data: { name: id.name } });
    };
    return {
      VariableDeclarator: ({ id }) => check(id),
      FunctionDeclaration: ({ id }) => check(id),
      ClassDeclaration: ({ id }) => check(id),
      TSInterfaceDeclaration: ({ id }) => check(id),
      TSTypeAliasDeclaration: ({ id }) => check(id),
    };
  },
};

export default { rules: { comments, titles, names } };
