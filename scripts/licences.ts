import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import pc from "picocolors";
import { buildParts } from "./src/parts/build-parts";
import { PARTS, distOf } from "./src/parts/parts";
import { root } from "./src/root";

/** Lists the licences of all third-party code in browsers; exits with 1 if one is not permissive. */

/** These only require a notice, which the named package contains. */
const PERMISSIVE = new Set(["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "OFL-1.1", "CC0-1.0"]);

interface Package {
  name: string;
  version: string;
  licence: string;
}

async function readPackage(folder: string): Promise<Package> {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license?: string | { type: string };
  };
  return { name, version, licence: (typeof license === "string" ? license : license?.type) ?? "none" };
}

async function foldersOf(part: string): Promise<string[]> {
  const files = (await readdir(distOf(part), { recursive: true })).filter((file) => /\.(js|css)\.map$/.test(file));
  const maps = await Promise.all(
    files.map(
      async (file) => JSON.parse(await readFile(path.join(distOf(part), file), "utf8")) as { sources: string[] },
    ),
  );
  return maps
    .flatMap(({ sources }) => sources)
    .flatMap(
      (source) =>
        /node_modules\/.*node_modules\/(?:@[^/]+\/)?[^/]+|node_modules\/(?:@[^/]+\/)?[^/.][^/]*/.exec(source)?.[0] ??
        [],
    );
}

/** Returns packages imported by shared/styles: the generated CSS does not name them. */
async function stylesheetPackages(): Promise<string[]> {
  const folder = path.join(root, "shared/styles");
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".css"));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  return texts
    .flatMap((text) => [...text.matchAll(/@(?:import|plugin) "([^".][^"]*)"/g)].map(([, name]) => name!))
    .map(
      (name) =>
        `node_modules/${name
          .split("/")
          .slice(0, name.startsWith("@") ? 2 : 1)
          .join("/")}`,
    );
}

await buildParts(PARTS, { log: console.log });
const folders = new Set([...(await Promise.all(PARTS.map(foldersOf))).flat(), ...(await stylesheetPackages())]);
const packages = await Promise.all([...folders].map((folder) => readPackage(path.join(root, folder))));
const others = packages.filter(({ name }) => !name.startsWith("@conquest/"));
const fonts = (await readdir(path.join(root, "shared/styles/fonts"))).filter(
  (file) => file.endsWith("LICENSE.txt") || file.endsWith("OFL.txt"),
);

let isGood = others.length > 0;
for (const { name, version, licence } of others.sort((a, b) => a.name.localeCompare(b.name))) {
  const isPermissive = PERMISSIVE.has(licence);
  isGood &&= isPermissive;
  console.log(`${isPermissive ? " " : pc.red("!")} ${name.padEnd(40)} ${version.padEnd(12)} ${licence}`);
}
for (const file of fonts) console.log(`  ${`fonts (shared/styles/fonts/${file})`.padEnd(53)} OFL-1.1`);
console.log(`\n${others.length} packages.`);
process.exitCode = isGood ? 0 : 1;
