import { readdirSync, existsSync } from "node:fs";
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
