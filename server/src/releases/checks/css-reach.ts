import postcss, { type AtRule, type Container, type Document, type Rule } from "postcss";
import parseSelectors, { type Node, type Selector } from "postcss-selector-parser";

/** Layers in which a stylesheet may only set properties of its own: what Tailwind brings beside utilities. */
const OWN_PROPERTIES_ONLY = new Set(["theme", "properties"]);
const WRAPPERS = new Set(["layer", "media", "supports", "container", "starting-style"]);
const LAYER = /^remotes\.([a-z][a-z0-9]*)$/;

export interface CssReach {
  /** Of its layer and its classes; null where it has no rules. */
  prefix: string | null;
  /** What in it could change how another part looks, as sentences without their end's place. */
  problems: string[];
}

/** How far a remote's stylesheet reaches: it may change what lies in elements with a class of its own prefix, and nothing else. */
export function reachOfCss(css: string): CssReach {
  let root;
  try {
    root = postcss.parse(css);
  } catch (error) {
    return { prefix: null, problems: [`cannot be read: ${(error as Error).message.replace(/^<css input>:/, "")}`] };
  }
  const problems = new Set<string>();
  const prefixes = new Set<string>();

  const layerOf = (node: Container | Document | undefined): string | null => {
    const names: string[] = [];
    for (let at = node; at && at.type !== "root"; at = at.parent) {
      if (at.type === "atrule" && (at as AtRule).name === "layer") names.unshift((at as AtRule).params.trim());
    }
    return names.length > 0 ? names.join(".") : null;
  };

  root.walkAtRules((rule) => {
    if (WRAPPERS.has(rule.name) || rule.name === "charset") return;
    if (rule.name === "property" && rule.params.startsWith("--tw-")) return;
    if (rule.name === "keyframes" && LAYER.test(layerOf(rule.parent as Container) ?? "")) return;
    problems.add(`has @${rule.name} ${rule.params}, which counts for the whole page; remove it`);
  });
  root.walkRules((rule) => {
    if (rule.parent?.type === "atrule" && (rule.parent as AtRule).name === "keyframes") return;
    const layer = layerOf(rule.parent as Container);
    const [, prefix] = LAYER.exec(layer ?? "") ?? [];
    if (prefix) prefixes.add(prefix);
    if (layer !== null && OWN_PROPERTIES_ONLY.has(layer)) {
      const foreign = foreignDeclaration(rule);
      if (foreign) problems.add(`sets ${foreign} in the layer ${layer}; only properties of Tailwind and of the part's own prefix belong there`);
    } else if (!prefix) {
      problems.add(`has ${shortened(rule.selector)} outside the layer of its part; styles come through the part's one stylesheet (styles/part.css)`);
    } else if (!isOwn(rule, prefix)) {
      problems.add(`has ${shortened(rule.selector)}, which reaches elements of others; name a class with the prefix ${prefix}`);
    }
  });
  if (prefixes.size > 1) problems.add(`has the layers of several parts: ${[...prefixes].sort().join(", ")}`);
  return { prefix: [...prefixes][0] ?? null, problems: [...problems] };
}

function foreignDeclaration(rule: Rule): string | undefined {
  let foreign: string | undefined;
  rule.walkDecls(({ prop }) => {
    if (!prop.startsWith("--") || prop.startsWith("--cq-")) foreign ??= prop;
  });
  return foreign;
}

/** Within a nested rule `&` is the outer one, which is looked at by itself. */
function isOwn(rule: Rule, prefix: string): boolean {
  for (let at: Container | Document | undefined = rule.parent; at; at = at.parent) if (at.type === "rule" && !rule.selector.startsWith("&")) return false;
  if (rule.selector.startsWith("&")) return true;
  return parseSelectors().astSync(rule.selector).nodes.every((selector) => staysWithin(selector, prefix));
}

/** Whether all that a selector finds has a class with the prefix, or lies in an element that has. */
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
  return node.type === "pseudo" && /^:(?:where|is)$/.test(node.value) && node.nodes.every((inner) => staysWithin(inner, prefix));
}

const shortened = (selector: string) => (selector.length > 60 ? `${selector.slice(0, 60)}…` : selector);
