import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import type { Release } from "@conquest/shared/contracts/parts/releases";
import { bytea, instant, newId } from "./columns";

/** A build of a micro-frontend. Immutable, so it can be cached forever. */
export const releases = pgTable(
  "releases",
  {
    part: text("part").notNull(),
    version: text("version").notNull(),
    remote: jsonb("remote").$type<Release["remote"]>(),
    manifest: jsonb("manifest").$type<Record<string, unknown>>(),
    /** Files of each page by route path; for the shell, files of its chunks by name. */
    pages: jsonb("pages").$type<Release["files"]["pages"]>(),
    integrity: jsonb("integrity").$type<Release["integrity"]>().notNull(),
    createdAt: instant("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    /** Rolled-back releases are not activated again automatically, and browsers do not fall back to them. */
    rolledBackAt: instant("rolled_back_at"),
    /** Written by a trigger when the registry changes: when it was last live, a fallback or a canary. At first, its creation. */
    inUseUntil: instant("in_use_until").notNull().defaultNow(),
  },
  (release) => [
    primaryKey({ columns: [release.part, release.version] }),
    check("releases_part", sql`${release.part} ~ '^[a-z][a-z-]*$'`),
    check("releases_version", sql`${release.version} ~ '^[0-9A-Za-z][0-9A-Za-z._-]*$'`),
    check("releases_remote", sql`(${release.part} = 'shell') = (${release.remote} is null)`),
    index("releases_by_age").on(release.part, release.createdAt.desc()),
  ],
);

const releaseReference = (name: string, part: AnyPgColumn, version: AnyPgColumn) =>
  foreignKey({ name, columns: [part, version], foreignColumns: [releases.part, releases.version] });

/** Contents of files, stored once for all releases. */
export const releaseContents = pgTable("release_contents", {
  /** Base64. */
  sha384: text("sha384").primaryKey(),
  content: bytea("content").notNull(),
  /** Compressed at publishing; null if that does not reduce the size, and for SSR bundles. */
  brotli: bytea("brotli"),
  gzip: bytea("gzip"),
});

/** Servers of the previous version read and write files through the view `release_files`. */
export const releasePaths = pgTable(
  "release_paths",
  {
    part: text("part").notNull(),
    version: text("version").notNull(),
    path: text("path").notNull(),
    /** SSR bundles consist of several pieces, other files of one. */
    piece: smallint("piece").notNull().default(0),
    contentType: text("content_type").notNull(),
    sha384: text("sha384")
      .notNull()
      .references(() => releaseContents.sha384),
  },
  (file) => [
    primaryKey({ columns: [file.part, file.version, file.path, file.piece] }),
    releaseReference("release_paths_release", file.part, file.version).onDelete("cascade"),
    index("release_paths_by_content").on(file.sha384),
    check(
      "release_paths_path",
      sql`${file.path} <> '' and ${file.path} !~ '(^|/)\\.\\.?(/|$)' and ${file.path} not like '/%'`,
    ),
  ],
);

export const registryParts = pgTable(
  "registry_parts",
  {
    part: text("part").primaryKey(),
    currentVersion: text("current_version").notNull(),
    /** Fallback for browsers: the last live release that was not rolled back. */
    previousVersion: text("previous_version"),
    canaryVersion: text("canary_version"),
    canaryPercent: integer("canary_percent"),
    /** Unaffected by releases and rollbacks. */
    isEnabled: boolean("is_enabled").notNull().default(true),
    reason: text("reason"),
    revision: integer("revision")
      .notNull()
      .references(() => registryChanges.revision),
  },
  (part) => [
    releaseReference("registry_parts_current", part.part, part.currentVersion),
    releaseReference("registry_parts_previous", part.part, part.previousVersion),
    releaseReference("registry_parts_canary", part.part, part.canaryVersion),
    check("registry_parts_reason", sql`${part.isEnabled} or ${part.reason} is not null`),
    check(
      "registry_parts_canary_percent",
      sql`(${part.canaryVersion} is null) = (${part.canaryPercent} is null) and ${part.canaryPercent} between 1 and 99 and ${part.canaryVersion} <> ${part.currentVersion}`,
    ),
  ],
);

/** History of the registry, whose revision is the highest one here. */
export const registryChanges = pgTable(
  "registry_changes",
  {
    revision: serial("revision").primaryKey(),
    part: text("part").notNull(),
    action: text("action").notNull(),
    fromVersion: text("from_version"),
    toVersion: text("to_version"),
    percent: integer("percent"),
    who: text("who").notNull(),
    why: text("why").notNull().default(""),
    at: instant("at").notNull(),
  },
  (change) => [index("registry_changes_by_part").on(change.part, change.revision.desc())],
);

/** Permissions to release: one micro-frontend, or all (`*`) for operators. Only the holder knows the token itself. */
export const deployTokens = pgTable(
  "deploy_tokens",
  {
    id: newId("id"),
    part: text("part").notNull(),
    holder: text("holder").notNull(),
    /** Hex SHA-256: the tokens are random enough that no slower hash is needed. */
    hash: text("hash").notNull().unique("deploy_tokens_hash"),
    createdAt: instant("created_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (token) => [check("deploy_tokens_part", sql`${token.part} = '*' or ${token.part} ~ '^[a-z][a-z-]*$'`)],
);
