/** ESLint rule: texts that people read are messages, so that they can be translated. CONTRIBUTING.md explains it. */

import { isCopy, isForCode } from "./plain-copy.mjs";

const MARKERS = ["t", "msg", "T"];
/** Attributes of elements that people read or hear. */
const READ_ATTRIBUTES =
  /^(?:aria-label|aria-description|alt|title|placeholder|label|hint|text|heading|caption|summary)$/;
const LETTERS = /\p{L}{2}/u;
/** Thrown for developers, and compared by tools. */
const NOT_READ_CALLS =
  /^(?:Error|TypeError|RangeError|RegExp|URL|report|log|warn|error|debug|querySelector|matchMedia)$/;

function isMessage(node) {
  for (let each = node, parent = node.parent; parent; each = parent, parent = parent.parent) {
    if (parent.type === "CallExpression" || parent.type === "NewExpression") {
      if (!parent.arguments.includes(each)) return false;
      const { callee } = parent;
      const name = callee.type === "MemberExpression" ? callee.property.name : callee.name;
      return MARKERS.includes(name) || NOT_READ_CALLS.test(name);
    }
    if (parent.type === "JSXAttribute") {
      const tag = parent.parent.name.name;
      return (tag === "T" && parent.name.name === "text") || false;
    }
    if (
      !["ConditionalExpression", "LogicalExpression", "JSXExpressionContainer", "TSAsExpression"].includes(parent.type)
    )
      return false;
  }
  return false;
}

const untranslated = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: { untranslated: "Write “{{text}}” as a message: t(…), msg(…) or <T text=…>." },
  },
  create: ({ report }) => {
    const check = (node, text, isRead) => {
      if (isMessage(node) || isForCode(node)) return;
      if (isRead ? LETTERS.test(text) : isCopy(text))
        report({ node, messageId: "untranslated", data: { text: text.trim().slice(0, 60) } });
    };
    return {
      JSXText: (node) => check(node, node.value, true),
      Literal: (node) => {
        if (typeof node.value !== "string") return;
        const { parent } = node;
        check(node, node.value, parent.type === "JSXAttribute" && READ_ATTRIBUTES.test(parent.name.name));
      },
      TemplateLiteral: (node) => check(node, node.quasis.map(({ value }) => value.cooked).join("…"), false),
    };
  },
};

export default { rules: { untranslated } };
