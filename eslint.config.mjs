import boundaries from "eslint-plugin-boundaries";
import checkFile from "eslint-plugin-check-file";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";
import * as router from "./shared/build/router.mjs";

/** The rooms of the house: a file that is in none of them is an error. First match wins. */
const rooms = [
  { type: "contracts", pattern: "shared/contracts" },
  { type: "singletons", pattern: "shared/singletons" },
  { type: "ui", pattern: "shared/ui" },
  { type: "styles", pattern: "shared/styles" },
  { type: "testing", pattern: "shared/testing" },
  { type: "build", pattern: "shared/build" },
  { type: "page-feature", pattern: "mf-*/src/features/*" },
  { type: "remote", pattern: "mf-*/src" },
  { type: "shell", pattern: "shell/src" },
  { type: "server-feature", pattern: "server/src/features/*" },
  { type: "platform", pattern: "server/src/platform" },
  { type: "releases", pattern: "server/src/releases" },
  { type: "pages", pattern: "server/src/pages" },
  { type: "server-testing", pattern: "server/src/testing" },
  { type: "server", pattern: "server/src" },
  { type: "scripts", pattern: "scripts" },
  { type: "e2e", pattern: "e2e" },
  { type: "bench", pattern: "bench" },
];

const may = (from, ...to) => ({
  from: { element: { types: { anyOf: [from].flat() } } },
  allow: { to: { element: { types: { anyOf: to } } } },
});

// A remote alone is dressed in the test kit, as tests are.
const tests = ["**/*.test.{ts,tsx}", "**/testing/**", "mf-*/src/alone.tsx"];

export default tseslint.config(
  { ignores: ["**/dist/", ".tsbuild/", ".conquest/", "coverage/", "server/migrations/"] },
  ...tseslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx,mjs,cjs}"],
    plugins: { boundaries, "check-file": checkFile },
    settings: {
      "boundaries/elements": rooms,
      "boundaries/files": [{ category: "config", pattern: ["*.config.mjs", "*/*.config.{mjs,ts}"] }],
      "boundaries/root-path": import.meta.dirname,
      "boundaries/ignore": ["*.*", "**/remote.json"],
      "import/resolver": { typescript: { noWarnOnMultipleProjects: true, project: ["*/tsconfig.json"] }, node: { extensions: [".ts", ".tsx", ".mjs", ".json"] } },
    },
    rules: {
      "boundaries/dependencies": [
        "error",
        {
          default: "disallow",
          policies: [
            { allow: { to: { module: { origin: ["external", "core"] } } } },
            may("singletons", "contracts"),
            may("ui", "contracts", "singletons"),
            may("testing", "contracts", "singletons", "ui"),
            may("page-feature", "contracts", "singletons", "ui"),
            may("remote", "contracts", "singletons", "ui", "styles", "page-feature"),
            may("shell", "contracts", "singletons", "ui", "styles"),
            may("platform", "contracts", "server"),
            may("releases", "contracts", "platform", "server"),
            may("pages", "contracts", "platform", "server", "releases"),
            may("server-feature", "contracts", "platform", "server"),
            may("server", "contracts", "platform", "releases", "pages", "server-feature"),
            may("server-testing", "contracts", "platform", "releases", "pages", "server", "server-feature"),
            may("scripts", "contracts", "server", "platform", "releases", "server-feature", "server-testing"),
            may("e2e", "contracts", "scripts"),
            { from: { file: { categories: "config" } }, allow: { to: { element: { types: "build" } } } },
          ],
        },
      ],
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
              message: "The shell does not bring it: see shared/build/router.mjs.",
            },
            { name: "react-router", message: "Parts share react-router-dom." },
          ],
        },
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
            { allow: { to: { module: { origin: ["external", "core"] } } } },
            may("page-feature", "contracts", "singletons", "ui", "testing", "remote"),
            may(["remote", "shell", "ui", "singletons", "testing", "contracts"], "contracts", "singletons", "ui", "testing", "page-feature", "styles"),
            may(["server-feature", "server", "platform", "releases", "pages", "server-testing"], "contracts", "platform", "releases", "pages", "server", "server-testing", "server-feature"),
            may("scripts", "contracts", "server", "platform", "releases", "server-testing", "server-feature"),
            may("build", "build"),
          ],
        },
      ],
    },
  },
);
