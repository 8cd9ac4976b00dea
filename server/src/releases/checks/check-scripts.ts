import { Script } from "node:vm";
import { sharedOfManifest } from "../store/read-manifest";
import { SSR_BUNDLE_FILE, type Build } from "../store/release-store";

const BUILD_AGAIN = "Build it with the shared webpack configuration";

/** Browsers run these extensions too, but every check only looks at lowercase `.js` and `.css`. */
const SCRIPT_OR_STYLE = /\.(?:[cm]?js|css)$/i;

const scriptsOf = ({ files }: Build) =>
  files
    .filter(({ path }) => path.endsWith(".js") && path !== SSR_BUNDLE_FILE)
    .map(({ path, content }) => ({ path, code: content.toString("utf8") }));

/** Rejects scripts that do not parse, and scripts or stylesheets with an extension the checks would skip. */
export const scriptProblems = (build: Build): string[] => [
  ...build.files
    .filter(({ path }) => SCRIPT_OR_STYLE.test(path) && !/\.(?:js|css)$/.test(path))
    .map(({ path }) => `${path} is a script or a stylesheet by another ending than .js or .css. Give it that ending.`),
  ...scriptsOf(build).flatMap(({ path, code }) => {
    if (code.trim() === "") return [`${path} is empty. Build it again.`];
    const error = errorIn(code, path);
    return error === null
      ? []
      : [`Browsers can't read the script ${path} (${error}). It may be incomplete: build it again.`];
  }),
];

/** Rejects files a page loads whose extension would hide them from the checks. */
export const endingProblems = (file: string, names: readonly string[], ending: ".js" | ".css"): string[] =>
  names
    .filter((name) => !name.endsWith(ending))
    .map((name) => `${file} names ${name}, which does not end in ${ending}. ${BUILD_AGAIN}.`);

/** Checks only that the global variable exists: release code never runs in this process. Preflight runs it. */
export function entryProblems(build: Build, entry: string, container: string): string[] {
  const code = build.files.find(({ path }) => path === entry)?.content.toString("utf8");
  if (code === undefined || errorIn(code, entry) !== null) return [];
  // Redeclaring a name fails unless both use `var`, so this detects a global `var` declaration.
  const isDeclared =
    errorIn(`let ${container};${code}`, entry) !== null && errorIn(`var ${container};${code}`, entry) === null;
  const isAssigned = new RegExp(`(?<![\\w$.])${container}\\s*=(?![=>])`).test(code);
  return isDeclared && isAssigned ? [] : [`${entry} does not register the container ${container}. ${BUILD_AGAIN}.`];
}

function errorIn(code: string, filename: string): string | null {
  try {
    new Script(code, { filename });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Strings unique to each library, present even after minification. */
const SINGLETON_MARKERS: readonly [library: string, marker: string][] = [
  ["React", "react.transitional.element"],
  ["React", "__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED"],
  ["React DOM", "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"],
  ["the router", "may be used only in the context of a <Router>"],
  ["the query cache", "No QueryClient set"],
  ["the query cache", "observerOptionsUpdated"],
  ["axios", "ERR_BAD_OPTION_VALUE"],
  ["the site's configuration (singletons/config)", "The site's configuration was read before it was provided."],
  // Every stateful singleton contains this string.
  ["what a page has one of (shared/singletons)", "conquest.single-copy"],
];

/** Rejects bundled copies of singletons: hooks would fail and the session would be missing. */
export function copyProblems(build: Build, manifest: Record<string, unknown> | null): string[] {
  const scripts = scriptsOf(build);
  const copies = SINGLETON_MARKERS.flatMap(([library, marker]) =>
    scripts
      .filter(({ code }) => code.includes(marker))
      .map(
        ({ path }) =>
          `${path} brings a copy of ${library}. Import it as the other parts do, and build with the shared webpack configuration: the site has one.`,
      ),
  );
  const shared = manifest && sharedOfManifest(manifest);
  if (manifest && !shared)
    copies.push(`Its mf-manifest.json does not say what it shares with the page. ${BUILD_AGAIN}.`);
  else if (shared && !shared.some(({ name }) => name === "react"))
    copies.push(`Its mf-manifest.json does not share react, of which the site has one. ${BUILD_AGAIN}.`);
  return [
    ...new Set(copies),
    ...(shared ?? [])
      .filter(({ files }) => files.length > 0)
      .map(
        ({ name, files }) =>
          `mf-manifest.json shares ${name} with a copy of its own (${files.join(", ")}). Build with the shared webpack configuration: the site has one.`,
      ),
  ];
}
