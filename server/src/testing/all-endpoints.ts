import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";

const folder = path.join(__dirname, "../../../shared/contracts");
const load = createRequire(__filename);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value;

export const allEndpoints: readonly Endpoint[] = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /^[\w/-]+\.ts$/.test(file))
  .flatMap((file) => Object.values(load(path.join(folder, file)) as Record<string, unknown>))
  .filter(isEndpoint);
