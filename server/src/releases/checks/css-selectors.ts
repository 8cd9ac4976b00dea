import type { Container, Document, Rule } from "postcss";
import parseSelectors, { type Node, type Selector } from "postcss-selector-parser";

/** In characters. A rule in a rule names the outer one each time it says `&`: what nests deeper than this is written to be long. */
const LONGEST = 20_000;

/** Whether all that a rule finds has a class with the prefix, or lies in an element that has. */
export function isOwn(rule: Rule, prefix: string): boolean {
  const selector = spelledOut(rule);
  return (
    selector !== null &&
    parseSelectors()
      .astSync(selector)
      .nodes.every((each) => staysWithin(each, prefix))
  );
}

/** The selector of a rule with that of the rule around it in the place of each `&`; null where it is longer than any. */
function spelledOut(rule: Rule): string | null {
  const around = ruleAround(rule);
  if (!around) return rule.selector;
  const outer = spelledOut(around);
  if (outer === null || outer.length > LONGEST) return null;
  const nested = parseSelectors((selectors) => {
    for (const selector of selectors.nodes) {
      let isNamed = false;
      selector.walkNesting((node) => {
        isNamed = true;
        node.replaceWith(parseSelectors.pseudo({ value: `:is(${outer})` }));
      });
      // Without `&` it is meant below the outer one, or beside it where it begins with `+` or `~`.
      if (!isNamed) selector.prepend(parseSelectors.pseudo({ value: `:is(${outer}) ` }));
    }
  });
  const selector = nested.processSync(rule.selector);
  return selector.length > LONGEST ? null : selector;
}

function ruleAround({ parent }: Rule): Rule | null {
  for (let at: Container | Document | undefined = parent; at; at = at.parent) if (at.type === "rule") return at as Rule;
  return null;
}

function staysWithin(selector: Selector, prefix: string): boolean {
  let isWithin = false;
  for (const node of selector.nodes) {
    if (node.type === "combinator") {
      // Down it stays within; beside it are elements of others.
      if (!/^\s*>?\s*$/.test(node.value)) isWithin = false;
    } else if (isOwnClass(node, prefix)) isWithin = true;
  }
  return isWithin;
}

function isOwnClass(node: Node, prefix: string): boolean {
  if (node.type === "class") return node.value.startsWith(`${prefix}:`) || node.value.startsWith(`${prefix}-`);
  return (
    node.type === "pseudo" &&
    /^:(?:where|is)$/.test(node.value) &&
    node.nodes.every((inner) => staysWithin(inner, prefix))
  );
}
