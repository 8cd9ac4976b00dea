import type { AtRule, Declaration, Rule } from "postcss";

/** What is registered of a property, in words that are the same where browsers do the same. */
export interface Registration {
  syntax: string;
  initial: string;
}
/** By the name of the property. */
export type Registrations = Map<string, Registration>;

export const registrationOf = (rule: AtRule): Registration => ({
  syntax: valueIn(rule, "syntax") ?? "",
  initial: sameLength(valueIn(rule, "initial-value") ?? ""),
});

/** A property is registered for the whole page: what makes this registration another one than Tailwind's. */
export function foreignRegistration(rule: AtRule): string | null {
  const { params, nodes = [] } = rule;
  if (!params.startsWith("--tw-")) return `has @property ${params}, which counts for the whole page; remove it`;
  const said = nodes.filter((node): node is Declaration => node.type === "decl");
  const isPlain =
    new Set(said.map(({ prop }) => prop)).size === said.length && said.every(({ important }) => !important);
  // Whatever Tailwind registers is handed down to no element.
  return isPlain && valueIn(rule, "inherits") === "false"
    ? null
    : `registers ${params} in another way than Tailwind, which counts for the whole page; remove it`;
}

/**
 * What a rule in one of the layers that all stylesheets share sets for others. `theme` is for properties with the part's prefix,
 * on the root; `properties` is for browsers that know no registered ones, and says of Tailwind's what the registration says.
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
      (value === "initial" || registrations.get(prop)?.initial === sameLength(value));
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
  let found: string | undefined;
  rule.walkDecls(name, ({ value }) => void (found = value.trim()));
  return found;
}

/** Without a unit where it is nothing: what makes stylesheets small leaves it out where it may. */
const sameLength = (value: string) => value.replace(/\b0(?:px|rem|em|%)/g, "0").trim();
