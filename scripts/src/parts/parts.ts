import { readdirSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../root";

export const PARTS: readonly string[] = [
  "shell",
  ...readdirSync(root)
    .filter((name) => name.startsWith("mf-") && existsSync(path.join(root, name, "remote.json")))
    .sort(),
];

export const distOf = (part: string) => path.join(root, part, "dist");

export const hasBuild = (part: string) =>
  existsSync(path.join(distOf(part), part === "shell" ? "index.html" : "mf-manifest.json"));

/** An unreadable remote.json has no paths; its build and its release say what is wrong with it. */
export function routePathsOf(part: string): string[] {
  try {
    const remote = JSON.parse(readFileSync(path.join(root, part, "remote.json"), "utf8")) as {
      routes: { path: string }[];
    };
    return remote.routes.map((route) => route.path);
  } catch {
    return [];
  }
}

/** The parts of the home page, with which the site opens. */
export const OPENING_PARTS: readonly string[] = PARTS.filter(
  (part) => part === "shell" || routePathsOf(part).includes("/"),
);
