/** ESLint rule for texts that people read: screens, messages, emails, terminal. CONTRIBUTING.md explains it. */

const WORDS = [
  "whoever|whomever|(?:some|every|no|any)body",
  "hand(?:s|ed|ing)? (?:in|over)|on show|anew|meanwhile|at the moment|no such|none of|of (?:yours|ours|theirs)",
  "(?:take|takes|taken|taking|took)(?: \\w+)? back|had back|money back|given back|(?:is|are) told",
  "e-mails?|notices?|news|please",
  // Letters of an alphabet and of an email address are allowed.
  "(?<!\\b(?:lowercase|uppercase|capital|small|latin|and|or|two) )letters?(?!@| (?:and|or) digits)",
  "(?:their|your|its|his|her|our) word|word (?:for|from|about)|with(?:out)? a word|a word (?:to|of|on)",
  "(?:the|a|their|your|own|all|judges[’']) mean|mean (?:of|rating)",
];
const BANNED = new RegExp(`\\b(?:${WORDS.join("|")})\\b`, "i");

/** Fixed by the specification. */
const SPECIFIED = ["Status updated successfully! Please refresh", "Updated Successfully! Please Reload"];

const SENTENCE = /\s.*\p{Ll}|\p{Ll}.*\s/u;
const LABEL = /^\p{Lu}[\p{Ll}’'-]+[.!?…]?$/u;
const NOT_COPY = [
  // Class names, as in `cq-badge` and `da:flex`.
  /(?:^|\s)(?:cq-\w|[a-z]{2,}:[a-z-])/,
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD) \//,
  // Styles, as in `p { color: red }`, and patterns of a regular expression.
  /\{[^{}]*:[^{}]*;?\s*\}/,
  /\(\?[:=!<]/,
  /\b(?:select\b.*\bfrom|insert into|delete from|update \w+ set|(?:create|alter|drop) (?:table|index|trigger|function|role)|(?:left|inner) join)\b/s,
];

export const asLine = (text) =>
  text
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Returns whether a text is written for people, as far as its form shows. */
export function isCopy(text) {
  const line = asLine(text);
  return (SENTENCE.test(line) || LABEL.test(line)) && !NOT_COPY.some((pattern) => pattern.test(line));
}

/** Returns the first banned word of a text without its HTML tags, or undefined if there is none or only code reads it. */
export function findBannedWord(text) {
  const line = asLine(text);
  return isCopy(text) && !SPECIFIED.includes(line) ? BANNED.exec(line)?.[0] : undefined;
}

const MODULE_PATHS = ["ImportDeclaration", "ImportExpression", "ExportNamedDeclaration", "ExportAllDeclaration"];
const COMPARISONS = ["==", "===", "!=", "!==", "in"];

/** Returns whether only code reads this string: a module's path, a type, a key, a compared value or SQL. */
export function isForCode(node) {
  const { parent } = node;
  if (MODULE_PATHS.includes(parent.type)) return true;
  switch (parent.type) {
    case "TSLiteralType":
    case "TaggedTemplateExpression":
      return true;
    case "Property":
      return node === parent.key;
    case "MemberExpression":
      return node === parent.property;
    case "BinaryExpression":
      return COMPARISONS.includes(parent.operator);
    case "SwitchCase":
      return node === parent.test;
    case "JSXAttribute":
      return parent.name.name === "className";
    default:
      return false;
  }
}

const texts = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: { banned: "Write “{{word}}” in plain English: people read this text." },
  },
  create: ({ report, sourceCode }) => {
    const check = (node, text) => {
      const word = findBannedWord(text);
      if (!word || isForCode(node)) return;
      const offset = sourceCode.getText(node).search(new RegExp(word.replaceAll(" ", "\\s+")));
      const start = sourceCode.getLocFromIndex(node.range[0] + Math.max(0, offset));
      report({ loc: { start, end: node.loc.end }, messageId: "banned", data: { word } });
    };
    return {
      JSXText: (node) => check(node, node.value),
      Literal: (node) => typeof node.value === "string" && check(node, node.value),
      TemplateLiteral: (node) => check(node, node.quasis.map(({ value }) => value.cooked).join("…")),
    };
  },
};

export default { rules: { texts } };
