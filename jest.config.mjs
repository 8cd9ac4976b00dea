import { readdirSync } from "node:fs";
import { browserProject, nodeProject } from "./shared/build/jest.mjs";

const remotes = readdirSync(import.meta.dirname).filter((folder) => folder.startsWith("mf-"));

/** @type {import("jest").Config} */
export default {
  // Nothing waits for a time, but a busy machine may take long over what is quick on an idle one.
  testTimeout: 60_000,
  projects: [
    nodeProject("contracts", "shared/contracts"),
    nodeProject("bench"),
    ...["server", "scripts"].map((folder) => ({
      ...nodeProject(folder),
      globalSetup: "./server/src/testing/database-snapshot.ts",
    })),
    ...["shared", "shell", ...remotes].map((folder) => browserProject(folder)),
  ],
};
