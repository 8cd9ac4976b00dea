/** ESLint rule for texts of pages, emails and files that are not messages: they would stay English. CONTRIBUTING.md explains it. */
import { isCopy, isForCode } from "./plain-copy.mjs";

/** Names, which all languages write alike. */
const NAMES =
  /\b(?:Conquest|Facebook|Instagram|LinkedIn|GitHub|YouTube|Visa|CVC|SHA-256|Android|Linux|Windows|Edge|Opera|Firefox|Chrome|Safari|Samsung Internet|CSV|PDF|ZIP|UTC)\b/g;
const WORD = /(?<!\p{L})\p{L}\p{Ll}+|\p{Lu}{2}/u;
/** Lowercase texts are code more often than text, unless a placeholder is the subject: "… won the contest". */
const BEGINNING = /^\P{L}*(?:\p{Lu}\p{L}*\p{Ll}|\p{Lu} \p{Ll}{2}|…(?!\p{L}).*\s\p{Ll}{3,}(?![\p{L}\d:=/-]))/u;
const ADDRESS = /^(?:https?:|\/|Bearer |;)|; Path=/;

const READ =
  /^(?:title|alt|placeholder(?:Text)?|label|aria-(?:label|description|roledescription|valuetext|placeholder))$/;
const MESSAGES = /^(?:t|msg|message)$/;
/** Errors that are logged, subjects of such errors, response headers and comparisons. */
const FOR_CODE =
  /^(?:new (?!HttpError)\w*(?:Error|Failure|Unreadable)|withTimeout|(?:.*[.])?(?:log|console)[.]\w+|.*[.](?:type|header|vary|includes|matches|split))$/;
const TRANSPARENT = ["ConditionalExpression", "LogicalExpression", "TSAsExpression", "TSSatisfiesExpression"];

const isFunctionOrElement = ({ type }) => /Function|JSXElement|Statement$/.test(type);

const texts = {
  meta: {
    type: "problem",
    schema: [],
    messages: { untranslated: "Make “{{text}}” a message, so that it can be translated." },
  },
  create: ({ report, sourceCode }) => {
    const nameOf = ({ type, callee }) => (type === "NewExpression" ? "new " : "") + sourceCode.getText(callee);

    const isMessage = (node) => {
      const { parent } = node;
      if (TRANSPARENT.includes(parent.type)) return node !== parent.test && isMessage(parent);
      return parent.type === "CallExpression" && parent.arguments[0] === node && MESSAGES.test(nameOf(parent));
    };

    const isShown = ({ parent }) =>
      TRANSPARENT.includes(parent.type)
        ? isShown(parent)
        : parent.type === "JSXExpressionContainer" && /^JSX(?:Element|Fragment)$/.test(parent.parent.type);

    const isForPrograms = ({ type, key }) => type === "Property" && /^(?:vary|"@type")$/.test(sourceCode.getText(key));

    const isInCode = (node) => {
      for (let above = node.parent; above && !isFunctionOrElement(above); above = above.parent)
        if (
          ["CallExpression", "NewExpression"].includes(above.type) ? FOR_CODE.test(nameOf(above)) : isForPrograms(above)
        )
          return true;
      return false;
    };

    const attributeOf = (node) => {
      for (let above = node.parent; above && !isFunctionOrElement(above); above = above.parent)
        if (above.type === "JSXAttribute")
          return { name: sourceCode.getText(above.name), element: sourceCode.getText(above.parent.name) };
      return undefined;
    };

    function isUntranslated(node, text) {
      const line = text.replaceAll(NAMES, "…").trim();
      if (!WORD.test(line) || ADDRESS.test(line) || isForCode(node) || isMessage(node) || isInCode(node)) return false;
      const attribute = attributeOf(node);
      if (attribute ? READ.test(attribute.name) : isShown(node)) return true;
      if (attribute?.name === "className" || (attribute?.name === "text" && attribute.element === "T")) return false;
      // Components also take words that code compares: `current="Entries"`.
      return BEGINNING.test(line) && isCopy(text) && (!attribute || /\s/.test(line));
    }

    const check = (node, text, isSure = isUntranslated(node, text)) =>
      isSure && report({ node, messageId: "untranslated", data: { text: text.replace(/\s+/g, " ").trim() } });
    return {
      JSXText: (node) => {
        const { parent } = node;
        const isCode =
          parent.type === "JSXElement" && /^(?:code|kbd)$/.test(sourceCode.getText(parent.openingElement.name));
        check(node, node.value, !isCode && WORD.test(node.value.replaceAll(NAMES, "")));
      },
      Literal: (node) => typeof node.value === "string" && check(node, node.value),
      TemplateLiteral: (node) => check(node, node.quasis.map(({ value }) => value.cooked).join("…")),
    };
  },
};

export default { rules: { texts } };
