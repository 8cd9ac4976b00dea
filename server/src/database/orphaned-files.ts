import { sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

export const isOrphaned = (file: Record<"entryId" | "contestId" | "userId" | "draftId", AnyPgColumn>): SQL =>
  sql`${file.entryId} is null and ${file.contestId} is null and ${file.userId} is null and ${file.draftId} is null`;
