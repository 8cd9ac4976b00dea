import { createHash } from "node:crypto";
import { and, eq, like } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { RemoteJson } from "@conquest/shared/contracts/parts/remote";
import type { Database } from "../../database/database";
import { registryParts, releaseFiles, releases } from "../../database/schema/releases";
import { brotliOf, gzipOf, contentTypeOf, isCompressible } from "./content-type";
import { sheetsOf, type Sheet } from "../checks/check-styles";
import { filesOfPages, shellJson } from "./read-manifest";

/** The output of a build and its remote.json (null for the shell). */
export interface Build {
  part: string;
  remote: RemoteJson | null;
  files: { path: string; content: Buffer }[];
}

/** Hashes the whole build, so that identical builds have the same version. */
export function versionOf(build: Build): string {
  const hash = createHash("sha256").update(JSON.stringify(build.remote));
  for (const file of build.files.toSorted((one, other) => (one.path < other.path ? -1 : 1)))
    hash.update(`\n${file.path}\n${file.content.length}\n`).update(file.content);
  return hash.digest("hex").slice(0, 16);
}

export const sha384 = (content: Buffer) => createHash("sha384").update(content).digest("base64");

export function jsonOf(build: Build, name: string): unknown {
  const file = build.files.find(({ path }) => path === name);
  try {
    return file ? JSON.parse(file.content.toString("utf8")) : null;
  } catch {
    return null;
  }
}

export const manifestOf = (build: Build) => jsonOf(build, "mf-manifest.json") as Record<string, unknown> | null;

export const shellJsonOf = (build: Build) => shellJson.safeParse(jsonOf(build, "shell.json")).data ?? null;

/** Returns the files by page or optional chunk: empty if the build has no list, null if the list is invalid. */
export function pagesOf(build: Build) {
  const name = build.remote ? "pages.json" : "chunks.json";
  return build.files.some(({ path }) => path === name)
    ? (filesOfPages.safeParse(jsonOf(build, name)).data ?? null)
    : {};
}

/** The SSR bundle, never served to browsers. */
export const SSR_BUNDLE_FILE = "draw/part.js";

/** PostgreSQL stores neither NUL nor lone surrogates; JSON writes exactly these as `\u0000` and `\ud8…`. */
export const isStorable = (value: unknown) =>
  !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value).replaceAll("\\\\", ""));

const hasIntegrity = (path: string) => /\.(js|css)$/.test(path) && path !== SSR_BUNDLE_FILE;

async function compressed({ path, content }: Build["files"][number], brotliQuality?: number) {
  const nothing = { brotli: null, gzip: null };
  if (content.length < 512 || path === SSR_BUNDLE_FILE || !isCompressible(contentTypeOf(path))) return nothing;
  const [compressedContent, fallback] = await Promise.all([brotliOf(content, brotliQuality), gzipOf(content)]);
  return compressedContent.length < content.length ? { brotli: compressedContent, gzip: fallback } : nothing;
}

export async function hasRelease(db: Database, part: string, version: string): Promise<boolean> {
  const rows = await db
    .select({ version: releases.version })
    .from(releases)
    .where(and(eq(releases.part, part), eq(releases.version, version)));
  return rows.length > 0;
}

export async function readLiveBuild(db: Database, part: string): Promise<Build | null> {
  const [live] = await db
    .select({ version: releases.version, remote: releases.remote })
    .from(registryParts)
    .innerJoin(releases, and(eq(releases.part, registryParts.part), eq(releases.version, registryParts.currentVersion)))
    .where(eq(registryParts.part, part));
  if (!live) return null;
  const { version, remote } = live;
  const isOfRelease = and(eq(releaseFiles.part, part), eq(releaseFiles.version, version));
  return {
    part,
    remote,
    files: await db
      .select({ path: releaseFiles.path, content: releaseFiles.content })
      .from(releaseFiles)
      .where(isOfRelease),
  };
}

export async function readSheets(db: Database, part: string, version: string): Promise<Sheet[]> {
  const isOfRelease = and(
    eq(releaseFiles.part, part),
    eq(releaseFiles.version, version),
    like(releaseFiles.path, "%.css"),
  );
  return sheetsOf(
    await db.select({ path: releaseFiles.path, content: releaseFiles.content }).from(releaseFiles).where(isOfRelease),
  );
}

/** Prepares a build for storage. Compression takes seconds, so it runs before the transaction. */
export async function packBuild(build: Build, brotliQuality?: number) {
  const version = versionOf(build);
  const files = await Promise.all(
    build.files.map(async (file) => ({
      part: build.part,
      version,
      path: file.path,
      content: file.content,
      contentType: contentTypeOf(file.path),
      sha384: sha384(file.content),
      ...(await compressed(file, brotliQuality)),
    })),
  );
  const integrity = Object.fromEntries(
    files.filter(({ path }) => hasIntegrity(path)).map((file) => [file.path, `sha384-${file.sha384}`]),
  );
  return {
    part: build.part,
    version,
    remote: build.remote,
    manifest: build.remote ? manifestOf(build) : shellJsonOf(build),
    pages: pagesOf(build),
    integrity,
    files,
  };
}
export type PackedBuild = Awaited<ReturnType<typeof packBuild>>;

/** Stores a build permanently. Returns false and changes nothing if the version exists. */
export async function storeRelease(tx: Database, packed: PackedBuild, by: { who: string; at: Date }): Promise<boolean> {
  const { files, ...release } = packed;
  const added = await tx
    .insert(releases)
    .values({ ...release, createdAt: by.at, createdBy: by.who })
    .onConflictDoNothing()
    .returning({ version: releases.version });
  if (added.length === 0) return false;
  for (const file of files) await tx.insert(releaseFiles).values(file);
  return true;
}

export interface StoredFile {
  contentType: string;
  sha384: string;
  content: Buffer;
  brotli: Buffer | null;
  gzip: Buffer | null;
}

const CACHE_BYTES = 96 * 1024 * 1024;

/** Reads release files, cached because they are immutable. */
export function releaseReader(db: Database) {
  const cache = new LRUCache<string, StoredFile>({
    maxSize: CACHE_BYTES,
    // The key counts too: the cache rejects entries of size zero.
    sizeCalculation: ({ content, brotli, gzip }, key) =>
      key.length + content.length + (brotli?.length ?? 0) + (gzip?.length ?? 0),
  });

  return async function readReleaseFile(part: string, version: string, path: string): Promise<StoredFile | null> {
    const key = `${part}/${version}/${path}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const [file] = await db
      .select({
        contentType: releaseFiles.contentType,
        sha384: releaseFiles.sha384,
        content: releaseFiles.content,
        brotli: releaseFiles.brotli,
        gzip: releaseFiles.gzip,
      })
      .from(releaseFiles)
      .where(and(eq(releaseFiles.part, part), eq(releaseFiles.version, version), eq(releaseFiles.path, path)));
    if (file) cache.set(key, file);
    return file ?? null;
  };
}
export type ReadReleaseFile = ReturnType<typeof releaseReader>;
