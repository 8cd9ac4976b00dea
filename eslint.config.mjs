import boundaries from "eslint-plugin-boundaries";
import checkFile from "eslint-plugin-check-file";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";
import * as query from "./shared/build/stand-ins/query.mjs";
import * as router from "./shared/build/stand-ins/router.mjs";

/** The rooms of the house, each with everything below it. A file in none of them, and none of the loose ones, is an error. */
const rooms = Object.entries({
  contracts: "shared/contracts",
  singletons: "shared/singletons",
  ui: "shared/ui",
  styles: "shared/styles",
  testing: "shared/testing",
  build: "shared/build",
  "page-feature": "mf-*/src/features/*",
  shell: "shell/src/{developer,drawing,frame,identity,registry,remote-part,telemetry,testing}",
  ground: "server/src/features/contests",
  "server-feature": "server/src/features/!(contests)",
  platform: "server/src/platform",
  database: "server/src/database",
  releases: "server/src/releases",
  drawing: "server/src/drawing",
  pages: "server/src/pages",
  "server-testing": "server/src/{testing,safety}",
  scripts: ["scripts/artwork", "scripts/src/{browser,demo,dev,identity,parts,process,safety}"],
  bench: "bench/{browser,bundle,front,load,measures,report,run,variants}",
  e2e: "e2e/{alone,conformance,development,engines,journeys/*}",
}).map(([type, pattern]) => ({ type, pattern, partialMatch: false }));

/** Files that stand beside the rooms; the first that fits counts. */
const loose = Object.entries({
  config: ["*.config.mjs", "*/*.config.{mjs,ts}"],
  samples: "shared/testing/samples.tsx",
  remote: "mf-*/src/*.{ts,tsx}",
  shell: "shell/src/*.{ts,tsx,js}",
  app: "server/src/app.ts",
  entry: "server/src/{server,make-admin,prove,audit-ledger,backup,restore}.ts",
  server: "server/src/*.ts",
  scripts: ["scripts/*.ts", "scripts/src/root.ts"],
  bench: "bench/*.ts",
  e2e: "e2e/*.ts",
}).map(([category, pattern]) => ({ category, pattern, stopMatching: true }));

const oneOf = (names) => [{ element: { types: { anyOf: names } } }, { file: { categories: { anyOf: names } } }];
const may = (from, ...to) => ({ from: oneOf([from].flat()), allow: { to: oneOf(to) } });

const SERVER_ROOMS = ["ground", "server-feature", "platform", "database", "releases", "drawing", "pages"];

/** Who may import whom. A room's own files may always import each other. */
const arrows = [
  { allow: { to: { module: { origin: ["external", "core"] } } } },
  may("singletons", "contracts"),
  may("ui", "contracts", "singletons"),
  may("testing", "contracts", "singletons", "ui"),
  may("page-feature", "contracts", "singletons", "ui"),
  may("remote", "contracts", "singletons", "ui", "styles", "page-feature", "remote"),
  may("shell", "contracts", "singletons", "ui", "styles", "shell"),
  may("database", "contracts", "server"),
  may("platform", "contracts", "database", "server"),
  may("ground", "contracts", "platform", "database", "server"),
  may("server-feature", "contracts", "platform", "database", "server", "ground"),
  may(["releases", "pages"], "contracts", "platform", "database", "server"),
  may("drawing", "contracts", "platform"),
  may("pages", "releases", "drawing"),
  may("server", "contracts", "server"),
  may("app", "contracts", "server", ...SERVER_ROOMS),
  may("entry", "contracts", "server", "app", ...SERVER_ROOMS),
  may("scripts", "contracts", "server", "app", "server-testing", "scripts", ...SERVER_ROOMS),
  may("bench", "contracts", "build", "releases", "database", "platform", "server-testing", "scripts", "bench"),
  // What a team does with its part is done by the scripts; PostgreSQL is started as the server's own tests do.
  may("e2e", "contracts", "samples", "server-testing", "scripts", "e2e"),
  may("config", "build"),
];

// A remote alone is dressed in the test kit, as tests are.
const tests = ["**/*.test.{ts,tsx}", "**/testing/**", "server/src/safety/**", "mf-*/src/alone.tsx"];

export default tseslint.config(
  { ignores: ["**/dist/", ".tsbuild/", ".conquest/", "coverage/", "test-results/", "server/migrations/"] },
  ...tseslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx,mjs,cjs}"],
    plugins: { boundaries, "check-file": checkFile },
    settings: {
      "boundaries/elements": rooms,
      "boundaries/files": loose,
      "boundaries/root-path": import.meta.dirname,
      "boundaries/ignore": ["*.*", "**/remote.json"],
      "import/resolver": { typescript: { noWarnOnMultipleProjects: true, project: ["*/tsconfig.json"] }, node: { extensions: [".ts", ".tsx", ".mjs", ".json"] } },
    },
    rules: {
      "boundaries/dependencies": ["error", { default: "disallow", policies: arrows }],
      "boundaries/no-unknown-files": "error",
      "check-file/filename-naming-convention": ["error", { "**/*.{ts,tsx,mjs,cjs}": "KEBAB_CASE" }, { ignoreMiddleExtensions: true }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      eqeqeq: "error",
      "no-console": "error",
      "no-restricted-globals": ["error", { name: "fetch", message: "Calls go through singletons/call, so that one instance carries session and errors." }],
    },
  },
  {
    // Commands talk to the person who ran them; the server and the shell reach their own files, not the API.
    files: ["scripts/**", "e2e/**", "bench/**", "shared/build/**", "shared/testing/**", "server/**"],
    rules: { "no-console": "off", "no-restricted-globals": "off" },
  },
  {
    files: ["**/*.tsx"],
    ...jsxA11y.flatConfigs.strict,
    languageOptions: { ...jsxA11y.flatConfigs.strict.languageOptions, globals: globals.browser },
  },
  { files: ["{shared,shell,mf-*}/**/*.{ts,tsx}"], ...reactHooks.configs.flat["recommended-latest"] },
  {
    files: ["{shared,shell,mf-*}/**/*.{ts,tsx}"],
    ignores: tests,
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "react-router-dom",
              allowImportNames: Object.keys(router),
              allowTypeImports: true,
              message: "The shell does not bring it: see shared/build/stand-ins/router.mjs.",
            },
            { name: "react-router", message: "Parts share react-router-dom." },
            {
              name: "@tanstack/react-query",
              allowImportNames: Object.keys(query),
              allowTypeImports: true,
              message: "The shell does not bring it: see shared/build/stand-ins/query.mjs.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["{shell,mf-*}/**/*.{ts,tsx}", "shared/{ui,singletons}/**/*.{ts,tsx}"],
    ignores: [...tests, "shared/singletons/call.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...["CallExpression[callee.name='zodResolver'] > MemberExpression", "MemberExpression[property.name=/^(refine|extend|pick|omit|shape|parse|safeParse)$/] > MemberExpression[property.name=/^(params|query|body|response)$/]"].map(
          (selector) => ({ selector, message: "Endpoints reach a browser without their schemas: give this one a name in the contract." }),
        ),
        ...["Identifier[name='Intl']", "MemberExpression[property.name=/^(localeCompare|toLocale.*)$/]"].map((selector) => ({
          selector,
          message: "The first use of a browser's words and rules of languages takes a slow phone 100 ms and more at a stretch: see shared/ui/words/time.tsx.",
        })),
      ],
    },
  },
  { files: ["**/*.cjs"], languageOptions: { globals: globals.node }, rules: { "@typescript-eslint/no-require-imports": "off" } },
  {
    files: tests,
    rules: {
      "boundaries/dependencies": [
        "error",
        {
          default: "disallow",
          policies: [
            ...arrows,
            may(["page-feature", "remote", "shell", "ui", "singletons", "contracts", "testing", "build"], "contracts", "singletons", "ui", "styles", "testing", "remote", "page-feature"),
            may([...SERVER_ROOMS, "server", "server-testing"], "contracts", "app", "server", "server-testing", "samples", ...SERVER_ROOMS),
            may("scripts", "samples"),
            may("build", "build"),
          ],
        },
      ],
    },
  },
);
