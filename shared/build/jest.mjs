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

/** Files say by their name that they take long, and npm test leaves them out. */
const leftOut = process.env.TESTS === "short" ? ["\\.long\\.test\\."] : [];

const project = (name, folder) => ({
  displayName: name,
  rootDir: root,
  roots: [`<rootDir>/${folder}`],
  testMatch: ["**/*.test.ts", "**/*.test.tsx"],
  testPathIgnorePatterns: leftOut,
  modulePathIgnorePatterns: ["<rootDir>/[^/]+/dist/", "<rootDir>/.tsbuild/", "<rootDir>/.conquest/"],
  transform: transform({}),
  clearMocks: true,
  restoreMocks: true,
});

/** Tests of code that runs on Node. */
export const nodeProject = (name, folder = name) => ({
  ...project(name, folder),
  testEnvironment: "node",
  // Tests run in a context of their own, in which looking up a global is slow: the server's take a quarter less time with these.
  sandboxInjectedGlobals: [
    "Object",
    "Array",
    "Symbol",
    "Map",
    "WeakMap",
    "JSON",
    "Math",
    "String",
    "Number",
    "Promise",
    "Error",
    "Reflect",
  ],
  // What is imported when it is needed is imported as in production: as the modules that packages ship.
  transform: transform({ ignoreDynamic: true }),
  // They ship no CommonJS, and unlike Node's own require Jest's cannot load that.
  transformIgnorePatterns: ["/node_modules/(?!(cookie|flydrive|@poppinss/[^/]+|case-anything)/)"],
});

/** Tests of pages: jsdom with the platform's own fetch and encoders, and no unexpected console output. */
export const browserProject = (name, folder = name) => ({
  ...project(name, folder),
  testPathIgnorePatterns: [...leftOut, ...(folder === "shared" ? ["/shared/contracts/"] : [])],
  testEnvironment: here("jest/jest-environment.cjs"),
  setupFilesAfterEnv: [here("jest/jest-setup.cjs")],
  moduleNameMapper: { "\\.(css|svg|png|webp|woff2)$": here("jest/jest-file.cjs") },
  // These ship no CommonJS.
  transformIgnorePatterns: ["/node_modules/(?!(@fontsource|@fontsource-variable)/)"],
});
