import { createHash } from "node:crypto";
import { and, eq, inArray, like, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { RemoteJson } from "@conquest/shared/contracts/parts/remote";
import type { Database } from "../../database/database";
import {
  registryChanges,
  registryParts,
  releaseContents,
  releasePaths,
  releases,
} from "../../database/schema/releases";
import { brotliOf, gzipOf, contentTypeOf, isCompressible } from "./content-type";
import { sheetsOf, type Sheet } from "../checks/check-styles";
import { piecesOf } from "./pieces";
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

async function packPieces(file: Build["files"][number], brotliQuality?: number) {
  // Browsers need other files in one piece, with its compressed forms.
  const pieces = file.path === SSR_BUNDLE_FILE ? piecesOf(file.content) : [file.content];
  return Promise.all(
    pieces.map(async (content) => ({
      sha384: sha384(content),
      content,
      ...(await compressed({ path: file.path, content }, brotliQuality)),
    })),
  );
}

async function compressed({ path, content }: Build["files"][number], brotliQuality?: number) {
  const nothing = { brotli: null, gzip: null };
  if (content.length < 512 || path === SSR_BUNDLE_FILE || !isCompressible(contentTypeOf(path))) return nothing;
  const [compressedContent, fallback] = await Promise.all([brotliOf(content, brotliQuality), gzipOf(content)]);
  return compressedContent.length < content.length ? { brotli: compressedContent, gzip: fallback } : nothing;
}

export const hasRelease = async (db: Database, part: string, version: string): Promise<boolean> =>
  (await db.$count(releases, and(eq(releases.part, part), eq(releases.version, version)))) > 0;

/** Returns true for removed releases too. */
export const wasReleased = async (db: Database, part: string, version: string): Promise<boolean> =>
  (await db.$count(registryChanges, and(eq(registryChanges.part, part), eq(registryChanges.toVersion, version)))) > 0;

const withContent = eq(releaseContents.sha384, releasePaths.sha384);

const isOfRelease = (part: string, version: string) =>
  and(eq(releasePaths.part, part), eq(releasePaths.version, version));

async function readFiles(db: Database, part: string, version: string, path = "%"): Promise<Build["files"]> {
  const pieces = await db
    .select({ path: releasePaths.path, content: releaseContents.content })
    .from(releasePaths)
    .innerJoin(releaseContents, withContent)
    .where(and(isOfRelease(part, version), like(releasePaths.path, path)))
    .orderBy(releasePaths.path, releasePaths.piece);
  const byPath = new Map<string, Buffer[]>();
  for (const piece of pieces) byPath.set(piece.path, [...(byPath.get(piece.path) ?? []), piece.content]);
  return [...byPath].map(([name, contents]) => ({ path: name, content: Buffer.concat(contents) }));
}

export async function readLiveBuild(db: Database, part: string): Promise<Build | null> {
  const [live] = await db
    .select({ version: releases.version, remote: releases.remote })
    .from(registryParts)
    .innerJoin(releases, and(eq(releases.part, registryParts.part), eq(releases.version, registryParts.currentVersion)))
    .where(eq(registryParts.part, part));
  return live ? { part, remote: live.remote, files: await readFiles(db, part, live.version) } : null;
}

export const readSheets = async (db: Database, part: string, version: string): Promise<Sheet[]> =>
  sheetsOf(await readFiles(db, part, version, "%.css"));

/** Prepares a build for storage. Compression takes seconds, so it runs before the transaction. */
export async function packBuild(build: Build, brotliQuality?: number) {
  const version = versionOf(build);
  const files = await Promise.all(
    build.files.map(async (file) => ({
      path: file.path,
      contentType: contentTypeOf(file.path),
      pieces: await packPieces(file, brotliQuality),
    })),
  );
  const integrity = Object.fromEntries(
    files.filter(({ path }) => hasIntegrity(path)).map(({ path, pieces }) => [path, `sha384-${pieces[0]!.sha384}`]),
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

/** Rolled back, and not released since: also of a release that was removed. */
const rolledBackAt = (part: string, version: string) => sql<Date | null>`(
  select case when action = 'rollback' then "at" end from registry_changes
  where part = ${part} and ((action = 'rollback' and from_version = ${version}) or (action in ('release', 'promote') and to_version = ${version}))
  order by revision desc limit 1)`;

/** Stores a build. Returns false and changes nothing if the version exists. A trigger locks the registry first. */
export async function storeRelease(tx: Database, packed: PackedBuild, by: { who: string; at: Date }): Promise<boolean> {
  const { files, ...release } = packed;
  const { part, version } = release;
  const added = await tx
    .insert(releases)
    .values({
      ...release,
      createdAt: by.at,
      createdBy: by.who,
      inUseUntil: by.at,
      rolledBackAt: rolledBackAt(part, version),
    })
    .onConflictDoNothing()
    .returning({ version: releases.version });
  if (added.length === 0) return false;
  const pieces = new Map(files.flatMap((file) => file.pieces.map((piece) => [piece.sha384, piece])));
  const stored = await tx
    .select({ sha384: releaseContents.sha384 })
    .from(releaseContents)
    .where(inArray(releaseContents.sha384, [...pieces.keys()]));
  for (const { sha384: hash } of stored) pieces.delete(hash);
  for (const piece of pieces.values()) await tx.insert(releaseContents).values(piece);
  await tx
    .insert(releasePaths)
    .values(
      files.flatMap(({ path, contentType, pieces: ofFile }) =>
        ofFile.map(({ sha384: hash }, piece) => ({ part, version, path, piece, contentType, sha384: hash })),
      ),
    );
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
    const [first, ...others] = await db
      .select({
        contentType: releasePaths.contentType,
        sha384: releasePaths.sha384,
        content: releaseContents.content,
        brotli: releaseContents.brotli,
        gzip: releaseContents.gzip,
      })
      .from(releasePaths)
      .innerJoin(releaseContents, withContent)
      .where(and(isOfRelease(part, version), eq(releasePaths.path, path)))
      .orderBy(releasePaths.piece);
    if (!first) return null;
    const file =
      others.length === 0
        ? first
        : { ...first, content: Buffer.concat([first, ...others].map(({ content }) => content)) };
    cache.set(key, file);
    return file;
  };
}

export type ReadReleaseFile = ReturnType<typeof releaseReader>;
