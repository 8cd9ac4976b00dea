import postcss, { type AtRule, type Container, type Document } from "postcss";
import parseSelectors from "postcss-selector-parser";
import { isOwn } from "./css-selectors";
import { foreignProperty, foreignRegistration, registrationOf, type Registrations } from "./css-properties";

const WRAPPERS = new Set(["media", "supports", "container", "starting-style"]);
const LAYER = /^remotes\.([a-z][a-z0-9]*)$/;

/** Tailwind's shared layers, in which a stylesheet may only set properties. */
const isPropertyLayer = (layer: string | null) => layer === "theme" || layer === "properties";

export interface CssScope {
  /** Prefix of the layer, classes and properties; null if it has none. */
  prefix: string | null;
  registrations: Registrations;
  /** Rules that could affect other parts, as sentences without a full stop. */
  problems: string[];
}

/** Checks that a stylesheet only affects elements inside elements with a class of its own prefix. */
export function cssScopeOf(css: string): CssScope {
  let root: postcss.Root;
  try {
    root = postcss.parse(css);
  } catch (error) {
    return {
      prefix: null,
      registrations: new Map(),
      problems: [`cannot be read: ${(error as Error).message.replace(/^<css input>:/, "")}`],
    };
  }
  const problems = new Set<string>();
  const prefixes = prefixesOf(root);
  const [own = null] = prefixes;
  const registrations: Registrations = new Map();
  root.walkAtRules("property", (rule) => void registrations.set(rule.params, registrationOf(rule)));

  root.walkAtRules((rule) => {
    if (WRAPPERS.has(rule.name) || rule.name === "charset") return;
    const problem = problemOfAtRule(rule, layerOf(rule.parent as Container));
    if (problem) problems.add(problem);
  });
  root.walkRules((rule) => {
    if (rule.parent?.type === "atrule" && (rule.parent as AtRule).name === "keyframes") return;
    const layer = layerOf(rule.parent as Container);
    const prefix = prefixOf(layer);
    if (isPropertyLayer(layer)) {
      const problem = foreignProperty(rule, layer, own, registrations);
      if (problem) problems.add(problem);
    } else if (!prefix) {
      problems.add(
        `has ${shortened(rule.selector)} outside the layer of its part; styles come through the part's one stylesheet (styles/part.css)`,
      );
    } else if (!isOwn(rule, prefix)) {
      problems.add(
        `has ${shortened(rule.selector)}, which reaches elements of others; name a class with the prefix ${prefix}`,
      );
    }
  });
  if (prefixes.size > 1) problems.add(`has the layers of several parts: ${[...prefixes].sort().join(", ")}`);
  return { prefix: own, registrations, problems: [...problems] };
}

export function namesOfCss(css: string): Set<string> {
  const names = new Set<string>();
  const reader = parseSelectors((selectors) => selectors.walkClasses(({ value }) => void names.add(`.${value}`)));
  const root = postcss.parse(css);
  root.walkRules(({ selector, parent }) => {
    if (parent?.type !== "atrule" || (parent as AtRule).name !== "keyframes") reader.processSync(selector);
  });
  root.walkAtRules("property", ({ params }) => void names.add(params));
  root.walkDecls(({ prop, value }) =>
    [prop, ...(value.match(/--[\w-]+/g) ?? [])].forEach((name) => name.startsWith("--") && names.add(name)),
  );
  return names;
}

function problemOfAtRule(rule: AtRule, layer: string | null): string | null {
  const { name, params, nodes } = rule;
  if (name === "layer")
    return nodes || isPropertyLayer(params) || prefixOf(params)
      ? null
      : `says the order of the layers ${params}, which is the shell's; remove it`;
  if (name === "property") return foreignRegistration(rule);
  const prefix = prefixOf(layer);
  if (name === "keyframes" && prefix)
    return params.startsWith(`${prefix}-`)
      ? null
      : `has @keyframes ${params}, which counts for the whole page; give it a name that begins with ${prefix}-`;
  return `has @${name} ${params}, which counts for the whole page; remove it`;
}

function prefixesOf(root: postcss.Root): Set<string> {
  const ofLayers = new Set<string>();
  root.walkRules((rule) => {
    const prefix = prefixOf(layerOf(rule.parent as Container));
    if (prefix) ofLayers.add(prefix);
  });
  if (ofLayers.size > 0) return ofLayers;
  const ofProperties = new Set<string>();
  root.walkDecls(/^--/, ({ prop }) => {
    const [, prefix] = /^--([a-z][a-z0-9]*)-/.exec(prop) ?? [];
    if (prefix && prefix !== "tw") ofProperties.add(prefix);
  });
  return ofProperties;
}

const prefixOf = (layer: string | null) => LAYER.exec(layer ?? "")?.[1];

function layerOf(node: Container | Document | undefined): string | null {
  const names: string[] = [];
  for (let at = node; at && at.type !== "root"; at = at.parent) {
    if (at.type === "atrule" && (at as AtRule).name === "layer") names.unshift((at as AtRule).params.trim());
  }
  return names.length > 0 ? names.join(".") : null;
}

const shortened = (selector: string) => (selector.length > 60 ? `${selector.slice(0, 60)}…` : selector);
