import type { Container, Document, Rule } from "postcss";
import parseSelectors, { type Node, type Selector } from "postcss-selector-parser";

/** Each `&` in a nested rule repeats the outer selector; deeper nesting than this is malicious. */
const MAX_SELECTOR_LENGTH = 20_000;

/** True if every matched element has a class with the prefix or is inside an element that has one. */
export function isOwn(rule: Rule, prefix: string): boolean {
  const selector = resolveNesting(rule);
  return (
    selector !== null &&
    parseSelectors()
      .astSync(selector)
      .nodes.every((each) => staysWithin(each, prefix))
  );
}

function resolveNesting(rule: Rule): string | null {
  const outerRule = parentRule(rule);
  if (!outerRule) return rule.selector;
  const outer = resolveNesting(outerRule);
  if (outer === null || outer.length > MAX_SELECTOR_LENGTH) return null;
  const nested = parseSelectors((selectors) => {
    for (const selector of selectors.nodes) {
      let hasNesting = false;
      selector.walkNesting((node) => {
        hasNesting = true;
        node.replaceWith(parseSelectors.pseudo({ value: `:is(${outer})` }));
      });
      // Without `&`, the selector is a descendant of the outer one, or relative to it after `+` or `~`.
      if (!hasNesting) selector.prepend(parseSelectors.pseudo({ value: `:is(${outer}) ` }));
    }
  });
  const selector = nested.processSync(rule.selector);
  return selector.length > MAX_SELECTOR_LENGTH ? null : selector;
}

function parentRule({ parent }: Rule): Rule | null {
  for (let at: Container | Document | undefined = parent; at; at = at.parent) if (at.type === "rule") return at as Rule;
  return null;
}

function staysWithin(selector: Selector, prefix: string): boolean {
  let isWithin = false;
  for (const node of selector.nodes) {
    if (node.type === "combinator") {
      // Descendants stay inside; siblings may belong to other parts.
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
