import { createHash } from "node:crypto";
import { and, eq, like } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { RemoteJson } from "@conquest/shared/contracts/parts/remote";
import type { Database } from "../../database/database";
import { registryParts, releaseFiles, releases } from "../../database/schema/releases";
import { brotliOf, gzipOf } from "./compressed";
import { sheetsOf, type Sheet } from "../checks/check-styles";
import { contentTypeOf, isCompressible } from "./content-type";
import { filesOfPages, shellJson } from "./read-manifest";

/** What a build left behind: the files of its folder, and its remote.json (null for the shell). */
export interface Build {
  part: string;
  remote: RemoteJson | null;
  /** Paths have `/` between folders. */
  files: { path: string; content: Buffer }[];
}

/** A hash of everything in the build: the same build is the same version, wherever and whenever it was made. */
export function versionOf(build: Build): string {
  const hash = createHash("sha256").update(JSON.stringify(build.remote));
  for (const file of build.files.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    hash.update(`\n${file.path}\n${file.content.length}\n`).update(file.content);
  }
  return hash.digest("hex").slice(0, 16);
}

export const sha384 = (content: Buffer) => createHash("sha384").update(content).digest("base64");

/** Null where there is no such file, or one that is not JSON. */
export function jsonOf(build: Build, name: string): unknown {
  const file = build.files.find(({ path }) => path === name);
  try {
    return file ? JSON.parse(file.content.toString("utf8")) : null;
  } catch {
    return null;
  }
}

/** The federation manifest within a build; null when it brings none, or one that is not JSON. */
export const manifestOf = (build: Build) => jsonOf(build, "mf-manifest.json") as Record<string, unknown> | null;

/** What the build of a shell says of itself; null of one from before it did. */
export const shellJsonOf = (build: Build) => shellJson.safeParse(jsonOf(build, "shell.json")).data ?? null;

/**
 * Which files each page of a remote needs, or of the shell those of its chunks that only some pages want; none where the build
 * does not say so, null where it says so in no way that can be read.
 */
export function pagesOf(build: Build) {
  const name = build.remote ? "pages.json" : "chunks.json";
  return build.files.some(({ path }) => path === name)
    ? (filesOfPages.safeParse(jsonOf(build, name)).data ?? null)
    : {};
}

/** Where the bundle lies that draws pages on the server. Browsers are never given it. */
export const DRAWING_FILE = "draw/part.js";

/** PostgreSQL keeps neither NUL nor half a character; JSON writes exactly these as `\u0000` and `\ud8…`. */
export const isStorable = (value: unknown) =>
  !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value).replaceAll("\\\\", ""));

const hasIntegrity = (path: string) => /\.(js|css)$/.test(path) && path !== DRAWING_FILE;

async function compressed({ path, content }: Build["files"][number]) {
  const nothing = { brotli: null, gzip: null };
  if (content.length < 512 || path === DRAWING_FILE || !isCompressible(contentTypeOf(path))) return nothing;
  const [small, fallback] = await Promise.all([brotliOf(content), gzipOf(content)]);
  return small.length < content.length ? { brotli: small, gzip: fallback } : nothing;
}

export async function hasRelease(db: Database, part: string, version: string): Promise<boolean> {
  const found = await db
    .select({ version: releases.version })
    .from(releases)
    .where(and(eq(releases.part, part), eq(releases.version, version)));
  return found.length > 0;
}

/** The build that everybody gets of a part; null of one that was never released. */
export async function readLiveBuild(db: Database, part: string): Promise<Build | null> {
  const [live] = await db
    .select({ version: releases.version, remote: releases.remote })
    .from(registryParts)
    .innerJoin(releases, and(eq(releases.part, registryParts.part), eq(releases.version, registryParts.currentVersion)))
    .where(eq(registryParts.part, part));
  if (!live) return null;
  const { version, remote } = live;
  const isOfIt = and(eq(releaseFiles.part, part), eq(releaseFiles.version, version));
  return {
    part,
    remote,
    files: await db.select({ path: releaseFiles.path, content: releaseFiles.content }).from(releaseFiles).where(isOfIt),
  };
}

/** The stylesheets of a release. */
export async function readSheets(db: Database, part: string, version: string): Promise<Sheet[]> {
  const isOfIt = and(eq(releaseFiles.part, part), eq(releaseFiles.version, version), like(releaseFiles.path, "%.css"));
  return sheetsOf(
    await db.select({ path: releaseFiles.path, content: releaseFiles.content }).from(releaseFiles).where(isOfIt),
  );
}

/** The build as it is stored. Compressing takes seconds: it is done before a transaction, not within. */
export async function packBuild(build: Build) {
  const version = versionOf(build);
  const files = await Promise.all(
    build.files.map(async (file) => ({
      part: build.part,
      version,
      path: file.path,
      content: file.content,
      contentType: contentTypeOf(file.path),
      sha384: sha384(file.content),
      ...(await compressed(file)),
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

/** Keeps a build for ever under its version. Answers false, and changes nothing, when that version is there already. */
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

/** Reads files of releases, from memory after the first time: they never change. The least recently read leave first. */
export function releaseReader(db: Database) {
  const cache = new LRUCache<string, StoredFile>({
    maxSize: CACHE_BYTES,
    // An empty file takes room too, and the cache refuses what has no size.
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
