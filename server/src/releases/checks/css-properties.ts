import type { AtRule, Declaration, Rule } from "postcss";

/** An `@property` registration, normalized so that equivalent ones compare equal. */
export interface Registration {
  syntax: string;
  initial: string;
}
export type Registrations = Map<string, Registration>;

export const registrationOf = (rule: AtRule): Registration => ({
  syntax: valueIn(rule, "syntax") ?? "",
  initial: normalizeZero(valueIn(rule, "initial-value") ?? ""),
});

/** Registrations apply to the whole page, so only Tailwind's own are accepted. Returns the problem or null. */
export function foreignRegistration(rule: AtRule): string | null {
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

/**
 * Returns the problem of a rule in a shared layer. `theme` may set only the part's own properties on :root;
 * `properties` may only repeat Tailwind's initial values for browsers without @property.
 */
export function foreignProperty(
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
