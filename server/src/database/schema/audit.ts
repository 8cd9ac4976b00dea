import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text } from "drizzle-orm/pg-core";
import type { AuditAction, AuditRole } from "@conquest/shared/contracts/audit";
import { newestFirst } from "../sort-keys";
import { instant } from "./columns";

/** Append-only; the database rejects updates. No foreign keys and no names: see decision 0035. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    /** Ascending in the order of writing, with gaps. */
    number: bigint("number", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    act: text("act").$type<AuditAction>().notNull(),
    actorId: text("actor_id").notNull(),
    actorRole: text("actor_role").$type<AuditRole>().notNull(),
    userId: text("user_id"),
    contestId: text("contest_id"),
    messageId: text("message_id"),
    fromValue: text("from_value").notNull().default(""),
    toValue: text("to_value").notNull().default(""),
    reason: text("reason").notNull().default(""),
    at: instant("at").notNull(),
  },
  (entry) => [
    check("audit_entries_actor_role", sql`${entry.actorRole} in ('admin', 'creator', 'user', 'system')`),
    check("audit_entries_actor", sql`(${entry.actorRole} = 'system') = (${entry.actorId} = 'system')`),
    check("audit_entries_about", sql`num_nonnulls(${entry.userId}, ${entry.contestId}, ${entry.messageId}) > 0`),
    index("audit_by_time").on(...newestFirst(entry)),
    index("audit_by_act").on(entry.act, ...newestFirst(entry)),
    index("audit_by_actor").on(entry.actorId, ...newestFirst(entry)),
    // An actor with a hundred thousand entries may have a single one of a given action.
    index("audit_by_actor_and_act").on(entry.actorId, entry.act, ...newestFirst(entry)),
    index("audit_by_user").on(entry.userId, ...newestFirst(entry)),
    index("audit_by_contest").on(entry.contestId, ...newestFirst(entry)),
  ],
);
