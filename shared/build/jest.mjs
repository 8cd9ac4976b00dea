import { fileURLToPath } from "node:url";

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const root = here("../..");

const transform = (module) => ({
  "^.+\\.m?[jt]sx?$": [
    "@swc/jest",
    {
      jsc: {
        target: "es2022",
        parser: { syntax: "typescript", tsx: true },
        transform: { react: { runtime: "automatic" } },
      },
      module: { type: "commonjs", ...module },
    },
  ],
});

/** `npm test` excludes long-running tests by file name. */
const excludedTests = process.env.TESTS === "short" ? ["\\.long\\.test\\."] : [];

const project = (name, folder) => ({
  displayName: name,
  rootDir: root,
  roots: [`<rootDir>/${folder}`],
  testMatch: ["**/*.test.ts", "**/*.test.tsx"],
  testPathIgnorePatterns: excludedTests,
  modulePathIgnorePatterns: ["<rootDir>/[^/]+/dist/", "<rootDir>/.tsbuild/", "<rootDir>/.conquest/"],
  transform: transform({}),
  clearMocks: true,
  restoreMocks: true,
});

export const nodeProject = (name, folder = name) => ({
  ...project(name, folder),
  testEnvironment: here("jest/node-environment.cjs"),
  runtime: here("jest/node-runtime.cjs"),
  // Dynamic imports load the packages' ES modules, as in production.
  transform: transform({ ignoreDynamic: true }),
});

/** Tests of pages: jsdom with the platform's fetch and encoders; fails on unexpected console output. */
export const browserProject = (name, folder = name) => ({
  ...project(name, folder),
  testPathIgnorePatterns: [...excludedTests, ...(folder === "shared" ? ["/shared/contracts/"] : [])],
  testEnvironment: here("jest/jest-environment.cjs"),
  runtime: here("jest/browser-runtime.cjs"),
  setupFilesAfterEnv: [here("jest/jest-setup.cjs")],
  moduleNameMapper: { "\\.(css|svg|png|webp|woff2)$": here("jest/jest-file.cjs") },
  transformIgnorePatterns: ["/node_modules/(?!(@fontsource|@fontsource-variable|@formatjs)/)"],
});
