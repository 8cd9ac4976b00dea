import boundaries from "eslint-plugin-boundaries";
import checkFile from "eslint-plugin-check-file";
import jsxA11y from "eslint-plugin-jsx-a11y-x";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";
import plainCopy from "./shared/build/eslint/plain-copy.mjs";
import plainEnglish from "./shared/build/eslint/plain-english.mjs";
import untranslated from "./shared/build/eslint/untranslated.mjs";
import * as query from "./shared/build/shims/query.mjs";
import * as router from "./shared/build/shims/router.mjs";

/** Folders with import rules, each with all its subfolders. A file outside them that `files` does not list either is an error. */
const folders = Object.entries({
  contracts: "shared/contracts",
  singletons: "shared/singletons",
  ui: "shared/ui",
  styles: "shared/styles",
  testing: "shared/testing",
  build: "shared/build",
  "page-feature": "mf-*/src/features/*",
  shell: "shell/src/{developer,hydration,frame,identity,language,registry,remote-part,telemetry,testing}",
  // The first match counts, so domains are listed before features.
  "feature-domain": "server/src/features/*/domain",
  "server-feature": "server/src/features/*",
  platform: "server/src/platform",
  "server-config": "server/src/config",
  commands: "server/src/commands",
  database: "server/src/database",
  releases: "server/src/releases",
  ssr: "server/src/ssr",
  pages: "server/src/pages",
  "server-testing": "server/src/testing",
  scripts: "scripts/src/{browser,demo,dependencies,dev,identity,parts,process,safety}",
  e2e: "e2e/{alone,conformance,development,engines,journeys/*}",
}).map(([type, pattern]) => ({ type, pattern, partialMatch: false }));

/** Files outside those folders; the first match counts. */
const files = Object.entries({
  config: ["*.config.mjs", "*/*.config.{mjs,ts}"],
  samples: "shared/testing/samples.tsx",
  remote: "mf-*/src/*.{ts,tsx}",
  shell: "shell/src/*.{ts,tsx,js}",
  app: "server/src/app.{ts,test.ts}",
  scripts: ["scripts/*.{ts,mjs}", "scripts/src/root.ts"],
  bench: "bench/*.ts",
  e2e: "e2e/*.ts",
  stubs: "stubs/*/*.cjs",
}).map(([category, pattern]) => ({ category, pattern, stopMatching: true }));

const oneOf = (names) => [{ element: { types: { anyOf: names } } }, { file: { categories: { anyOf: names } } }];
const allow = (from, ...to) => ({ from: oneOf([from].flat()), allow: { to: oneOf(to) } });

const SERVER_FOLDERS = ["feature-domain", "server-feature", "platform", "database", "releases", "ssr", "pages"];

/** Allowed imports. Files of one folder may always import each other. */
const imports = [
  { allow: { to: { module: { origin: ["external", "core"] } } } },
  allow("singletons", "contracts"),
  allow("ui", "contracts", "singletons"),
  allow("testing", "contracts", "singletons", "ui"),
  allow("page-feature", "contracts", "singletons", "ui"),
  allow("remote", "contracts", "singletons", "ui", "styles", "page-feature", "remote"),
  allow("shell", "contracts", "singletons", "ui", "styles", "shell"),
  allow("database", "contracts", "server-config"),
  allow("platform", "contracts", "database", "server-config"),
  allow("feature-domain", "contracts", "platform", "database", "server-config", "feature-domain"),
  allow("server-feature", "contracts", "platform", "database", "server-config", "feature-domain"),
  allow(["releases", "pages"], "contracts", "platform", "database", "server-config"),
  allow("ssr", "contracts", "platform"),
  allow("pages", "releases", "ssr"),
  allow("server-config", "contracts", "server-config"),
  allow("app", "contracts", "server-config", ...SERVER_FOLDERS),
  allow("commands", "contracts", "server-config", "app", ...SERVER_FOLDERS),
  allow("scripts", "contracts", "server-config", "app", "server-testing", "scripts", ...SERVER_FOLDERS),
  allow("bench", "contracts", "database", "platform", "server-testing", "scripts", "bench"),
  // Tests release parts with the scripts, and start PostgreSQL as the server's tests do.
  allow("e2e", "contracts", "samples", "server-testing", "scripts", "e2e"),
  allow("config", "build"),
];

// A remote alone is dressed in the test kit, as tests are.
const tests = ["**/*.test.{ts,tsx}", "**/testing/**", "mf-*/src/alone.tsx"];

/** Folders whose texts people read, without tests and texts of demo contests. */
const copy = ["mf-*", "shell", "shared/ui", "shared/contracts", "shared/singletons", "server/src", "scripts/src"];
const notCopy = [...tests, "scripts/src/demo/{content,many}/**"];

/** Those that are in the language of their reader. Developers, operators and other programs read the others. */
const translated = ["{mf-*,shell}/src", "shared/{ui,contracts}", "server/src/{features,platform,pages/html}"];
const notTranslated = [
  ...tests,
  "shell/src/developer/**",
  "shared/contracts/{telemetry.ts,parts/{developer,languages,releases,remote}.ts}",
  "server/src/features/email-preferences/mailbox-*.ts",
  "server/src/features/ledger/{audit-ledger,report-audit}.ts",
  "server/src/features/users/make-admin.ts",
  "server/src/platform/{identity/**,operation/**,sandbox-commands.ts}",
  "server/src/platform/files/{store/**,file-sizes.ts}",
  "server/src/platform/typesetting/pdf-glyphs.ts",
];

export default tseslint.config(
  { ignores: ["**/dist/", ".tsbuild/", ".conquest/", "coverage/", "test-results/", "server/migrations/"] },
  ...tseslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx,mjs,cjs}"],
    plugins: { boundaries, "check-file": checkFile, "plain-copy": plainCopy, "plain-english": plainEnglish },
    settings: {
      "boundaries/elements": folders,
      "boundaries/files": files,
      "boundaries/root-path": import.meta.dirname,
      "boundaries/ignore": ["*.*", "**/remote.json"],
      "import/resolver": {
        typescript: { noWarnOnMultipleProjects: true, project: ["*/tsconfig.json"] },
        node: { extensions: [".ts", ".tsx", ".mjs", ".json"] },
      },
    },
    rules: {
      "boundaries/dependencies": ["error", { default: "disallow", policies: imports }],
      "boundaries/no-unknown-files": "error",
      "check-file/filename-naming-convention": [
        "error",
        { "**/*.{ts,tsx,mjs,cjs}": "KEBAB_CASE" },
        { ignoreMiddleExtensions: true },
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "plain-english/comments": "error",
      "plain-english/titles": "error",
      "plain-english/names": "error",
      eqeqeq: "error",
      "no-console": "error",
      "no-restricted-globals": [
        "error",
        {
          name: "fetch",
          message: "Calls go through singletons/call, so that one instance carries session and errors.",
        },
      ],
    },
  },
  {
    // Commands talk to the person who ran them; the server and the shell reach their own files, not the API.
    files: ["scripts/**", "e2e/**", "bench/**", "shared/build/**", "shared/testing/**", "server/**"],
    rules: { "no-console": "off", "no-restricted-globals": "off" },
  },
  {
    files: ["**/*.tsx"],
    ...jsxA11y.configs.strict,
    languageOptions: { ...jsxA11y.configs.strict.languageOptions, globals: globals.browser },
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
              message: "The shell does not bring it: see shared/build/shims/router.mjs.",
            },
            { name: "react-router", message: "Parts share react-router-dom." },
            {
              name: "@tanstack/react-query",
              allowImportNames: Object.keys(query),
              allowTypeImports: true,
              message: "The shell does not bring it: see shared/build/shims/query.mjs.",
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
        ...[
          "CallExpression[callee.name='zodResolver'] > MemberExpression",
          "MemberExpression[property.name=/^(refine|extend|pick|omit|shape|parse|safeParse)$/] > MemberExpression[property.name=/^(params|query|body|response)$/]",
        ].map((selector) => ({
          selector,
          message: "Endpoints reach a browser without their schemas: give this one a name in the contract.",
        })),
        ...["Identifier[name='Intl']", "MemberExpression[property.name=/^(localeCompare|toLocale.*)$/]"].map(
          (selector) => ({
            selector,
            message:
              "The first use of a browser's words and rules of languages takes a slow phone 100 ms and more at a stretch: see shared/ui/format/time.tsx.",
          }),
        ),
      ],
    },
  },
  {
    plugins: { "plain-copy": plainCopy },
    files: copy.map((folder) => `${folder}/**/*.{ts,tsx,js,mjs}`),
    ignores: notCopy,
    rules: { "plain-copy/texts": "error" },
  },
  {
    plugins: { untranslated },
    files: translated.map((folder) => `${folder}/**/*.{ts,tsx}`),
    ignores: notTranslated,
    rules: { "untranslated/texts": "error" },
  },
  // Titles of conformance tests are statements of the specification.
  { files: ["e2e/conformance/**"], rules: { "plain-english/titles": "off" } },
  {
    files: ["**/*.cjs"],
    languageOptions: { globals: globals.node },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    files: tests,
    rules: {
      "boundaries/dependencies": [
        "error",
        {
          default: "disallow",
          policies: [
            ...imports,
            allow(
              ["page-feature", "remote", "shell", "ui", "singletons", "contracts", "testing", "build"],
              "contracts",
              "singletons",
              "ui",
              "styles",
              "testing",
              "remote",
              "page-feature",
            ),
            allow(
              [...SERVER_FOLDERS, "app", "server-config", "commands", "server-testing"],
              "contracts",
              "app",
              "server-config",
              "server-testing",
              "samples",
              ...SERVER_FOLDERS,
            ),
            allow("scripts", "samples"),
            allow("build", "build"),
          ],
        },
      ],
    },
  },
);
