import { browserProject, nodeProject } from "./shared/build/jest.mjs";

/** @type {import("jest").Config} */
export default {
  projects: [
    nodeProject("contracts", "shared/contracts"),
    browserProject("shared", "shared"),
    browserProject("shell"),
    browserProject("mf-public"),
    browserProject("mf-dashboard-user"),
    browserProject("mf-dashboard-creator"),
    browserProject("mf-dashboard-admin"),
    nodeProject("server"),
    nodeProject("scripts"),
  ],
};
