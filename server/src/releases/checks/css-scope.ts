import postcss, { type AtRule, type Container, type Declaration, type Document, type Rule } from "postcss";
import parseSelectors, { type Node, type Selector } from "postcss-selector-parser";

const WRAPPERS = new Set(["media", "supports", "container", "starting-style"]);
const LAYER = /^remotes\.([a-z][a-z0-9]*)$/;

/** Tailwind's shared layers, in which a stylesheet may only set properties. */
const isPropertyLayer = (layer: string | null) => layer === "theme" || layer === "properties";

/** An `@property` registration, normalized so that equivalent ones compare equal. */
interface Registration {
  syntax: string;
  initial: string;
}
type Registrations = Map<string, Registration>;

export interface CssScope {
  /** Prefix of the layer, classes and properties; null if it has none. */
  prefix: string | null;
  registrations: Registrations;
  /** Rules that could affect other parts, as sentences without a full stop. */
  problems: string[];
}

/** Checks that a stylesheet only affects elements inside elements with a class of its own prefix. */
export function cssScopeOf(css: string): CssScope {
  const registrations: Registrations = new Map();
  const problems = new Set<string>();
  let root: postcss.Root;
  try {
    root = postcss.parse(css);
  } catch (error) {
    const problem = `cannot be read: ${(error as Error).message.replace(/^<css input>:/, "")}`;
    return { prefix: null, registrations, problems: [problem] };
  }
  const prefixes = prefixesOf(root);
  const [own = null] = prefixes;
  root.walkAtRules("property", (rule) => void registrations.set(rule.params, registrationOf(rule)));

  root.walkAtRules((rule) => {
    if (WRAPPERS.has(rule.name) || rule.name === "charset") return;
    const problem = problemOfAtRule(rule, layerOf(rule.parent as Container));
    if (problem) problems.add(problem);
  });
  root.walkRules((rule) => {
    if (isInKeyframes(rule)) return;
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
  root.walkRules((rule) => {
    if (!isInKeyframes(rule)) reader.processSync(rule.selector);
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

const isInKeyframes = ({ parent }: Rule) => parent?.type === "atrule" && (parent as AtRule).name === "keyframes";

const prefixOf = (layer: string | null) => LAYER.exec(layer ?? "")?.[1];

function layerOf(node: Container | Document | undefined): string | null {
  const names: string[] = [];
  for (let at = node; at && at.type !== "root"; at = at.parent) {
    if (at.type === "atrule" && (at as AtRule).name === "layer") names.unshift((at as AtRule).params.trim());
  }
  return names.length > 0 ? names.join(".") : null;
}

const shortened = (selector: string) => (selector.length > 60 ? `${selector.slice(0, 60)}…` : selector);

const registrationOf = (rule: AtRule): Registration => ({
  syntax: valueIn(rule, "syntax") ?? "",
  initial: normalizeZero(valueIn(rule, "initial-value") ?? ""),
});

/** Registrations apply to the whole page, so only Tailwind's own are accepted. Returns the problem or null. */
function foreignRegistration(rule: AtRule): string | null {
  const { params, nodes = [] } = rule;
  if (!params.startsWith("--tw-")) return `has @property ${params}, which counts for the whole page; remove it`;
  const declarations = nodes.filter((node): node is Declaration => node.type === "decl");
  const isPlain =
    new Set(declarations.map(({ prop }) => prop)).size === declarations.length &&
    declarations.every(({ important }) => !important);
  // Tailwind registers only non-inherited properties.
  return isPlain && valueIn(rule, "inherits") === "false"
    ? null
    : `registers ${params} in another way than Tailwind, which counts for the whole page; remove it`;
}

/** `theme` may set only own properties on :root, `properties` only Tailwind's values for browsers without @property. */
function foreignProperty(
  rule: Rule,
  layer: "theme" | "properties",
  prefix: string | null,
  registrations: Registrations,
): string | null {
  let problem: string | null = null;
  if (layer === "theme" && !rule.selectors.every((selector) => /^:(?:root|host)$/.test(selector))) {
    problem = `has ${rule.selector.slice(0, 60)} in the layer theme, which is for properties on :root`;
  }
  rule.walkDecls(({ prop, value, important }) => {
    const isOwn = prefix !== null && prop.startsWith(`--${prefix}-`);
    const isInitial =
      prop.startsWith("--tw-") &&
      !important &&
      (value === "initial" || registrations.get(prop)?.initial === normalizeZero(value));
    if (layer === "theme" ? isOwn : isInitial) return;
    const allowed =
      layer === "theme"
        ? `properties that begin with --${prefix ?? "the part's prefix"}-`
        : "what @property says of those of Tailwind";
    problem ??= `sets ${prop} in the layer ${layer}; only ${allowed} may be set there`;
  });
  return problem;
}

function valueIn(rule: AtRule, name: string): string | undefined {
  let lastValue: string | undefined;
  rule.walkDecls(name, ({ value }) => void (lastValue = value.trim()));
  return lastValue;
}

/** Drops the unit of zero: minifiers remove it if possible. */
const normalizeZero = (value: string) => value.replace(/\b0(?:px|rem|em|%)/g, "0").trim();

/** Each `&` in a nested rule repeats the outer selector; deeper nesting than this is malicious. */
const MAX_SELECTOR_LENGTH = 20_000;

/** True if every matched element has a class with the prefix or is inside an element that has one. */
function isOwn(rule: Rule, prefix: string): boolean {
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
