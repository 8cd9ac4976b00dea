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
  text,
} from "drizzle-orm/pg-core";
import type { Release } from "@conquest/shared/contracts/parts/releases";
import { bytea, instant, newId } from "./columns";

/** A build of a part. Never changed once written: what serves it may cache it for ever. */
export const releases = pgTable(
  "releases",
  {
    part: text("part").notNull(),
    version: text("version").notNull(),
    /** The part's remote.json; null for the shell, which has none. */
    remote: jsonb("remote").$type<Release["remote"]>(),
    /** The federation manifest; null for a part that brings none. */
    manifest: jsonb("manifest").$type<Record<string, unknown>>(),
    /** Which files each page needs, by its route's path; of the shell, those of its chunks by their names. */
    pages: jsonb("pages").$type<Release["files"]["pages"]>(),
    /** `sha384-…` of every script and stylesheet by path. */
    integrity: jsonb("integrity").$type<Release["integrity"]>().notNull(),
    createdAt: instant("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    /** When the site was taken back from it: nothing goes back to it by itself, and no browser falls back on it. */
    rolledBackAt: instant("rolled_back_at"),
  },
  (release) => [
    primaryKey({ columns: [release.part, release.version] }),
    check("releases_part", sql`${release.part} ~ '^[a-z][a-z-]*$'`),
    check("releases_version", sql`${release.version} ~ '^[0-9A-Za-z][0-9A-Za-z._-]*$'`),
    check("releases_remote", sql`(${release.part} = 'shell') = (${release.remote} is null)`),
    index("releases_by_age").on(release.part, release.createdAt.desc()),
  ],
);

export const releaseFiles = pgTable(
  "release_files",
  {
    part: text("part").notNull(),
    version: text("version").notNull(),
    /** Below the release, with `/` between folders. */
    path: text("path").notNull(),
    content: bytea("content").notNull(),
    /** The content compressed at publishing; null where that saves nothing. */
    brotli: bytea("brotli"),
    gzip: bytea("gzip"),
    contentType: text("content_type").notNull(),
    /** In base64, as subresource integrity writes it. */
    sha384: text("sha384").notNull(),
  },
  (file) => [
    primaryKey({ columns: [file.part, file.version, file.path] }),
    foreignKey({
      name: "release_files_release",
      columns: [file.part, file.version],
      foreignColumns: [releases.part, releases.version],
    }).onDelete("cascade"),
    check(
      "release_files_path",
      sql`${file.path} <> '' and ${file.path} !~ '(^|/)\\.\\.?(/|$)' and ${file.path} not like '/%'`,
    ),
  ],
);

/** What the site runs now: one row a part. */
export const registryParts = pgTable(
  "registry_parts",
  {
    part: text("part").primaryKey(),
    currentVersion: text("current_version").notNull(),
    /** What a browser falls back on: the last that was live before and was not taken back. */
    previousVersion: text("previous_version"),
    /** What some visitors get in place of the current one, and how many of a hundred. */
    canaryVersion: text("canary_version"),
    canaryPercent: integer("canary_percent"),
    /** Stays as it is through releases and rollbacks. */
    isEnabled: boolean("is_enabled").notNull().default(true),
    /** Why it is disabled, as a sentence for the people who use the site. */
    reason: text("reason"),
    /** The change that made it so. */
    revision: integer("revision")
      .notNull()
      .references(() => registryChanges.revision),
  },
  (part) => [
    foreignKey({
      name: "registry_parts_current",
      columns: [part.part, part.currentVersion],
      foreignColumns: [releases.part, releases.version],
    }),
    foreignKey({
      name: "registry_parts_previous",
      columns: [part.part, part.previousVersion],
      foreignColumns: [releases.part, releases.version],
    }),
    foreignKey({
      name: "registry_parts_canary",
      columns: [part.part, part.canaryVersion],
      foreignColumns: [releases.part, releases.version],
    }),
    check("registry_parts_reason", sql`${part.isEnabled} or ${part.reason} is not null`),
    check(
      "registry_parts_canary_percent",
      sql`(${part.canaryVersion} is null) = (${part.canaryPercent} is null) and ${part.canaryPercent} between 1 and 99 and ${part.canaryVersion} <> ${part.currentVersion}`,
    ),
  ],
);

/** Every change of the registry. The highest revision is the registry's. */
export const registryChanges = pgTable(
  "registry_changes",
  {
    revision: serial("revision").primaryKey(),
    part: text("part").notNull(),
    action: text("action").notNull(),
    fromVersion: text("from_version"),
    toVersion: text("to_version"),
    /** Of a canary: how many visitors of a hundred. */
    percent: integer("percent"),
    /** Whose deploy token it was. */
    who: text("who").notNull(),
    why: text("why").notNull().default(""),
    at: instant("at").notNull(),
  },
  (change) => [index("registry_changes_by_part").on(change.part, change.revision.desc())],
);

/** Who may release: a team its part, an operator (`*`) every part. The token itself is known to its holder alone. */
export const deployTokens = pgTable(
  "deploy_tokens",
  {
    id: newId("id"),
    part: text("part").notNull(),
    /** Whose it is, as the history names them. */
    holder: text("holder").notNull(),
    /** SHA-256 in hex: the tokens are random enough that nothing slower is needed. */
    hash: text("hash").notNull().unique("deploy_tokens_hash"),
    createdAt: instant("created_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (token) => [check("deploy_tokens_part", sql`${token.part} = '*' or ${token.part} ~ '^[a-z][a-z-]*$'`)],
);
