import { readdirSync } from "node:fs";
import path from "node:path";
import { sharedModules } from "./shared-modules";

it("shares every singleton with the server-rendered parts", () => {
  const names = readdirSync(path.join(__dirname, "../../shared/singletons"))
    .filter((file) => /^[\w-]+\.ts$/.test(file))
    .map((file) => `@conquest/shared/singletons/${path.basename(file, ".ts")}`);
  expect(Object.keys(sharedModules)).toEqual(expect.arrayContaining(names));
});
