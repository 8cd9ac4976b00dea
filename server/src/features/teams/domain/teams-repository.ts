import { createHash, randomInt } from "node:crypto";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import { JOIN_CODE_ALPHABET, TEAM_CODE_LENGTH } from "@conquest/shared/contracts/join-codes";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { teamInvitees, teamMembers, teams } from "../../../database/schema/teams";
import type { TeamRelation } from "../../contests/domain/contest-policy";
import { rankOf, teamOf } from "./team-columns";

export type TeamRow = typeof teams.$inferSelect;

/** As for join codes, a code is looked up by its hash. */
const hashOf = (code: string) => createHash("sha256").update(code).digest("hex");

const newCode = () =>
  Array.from({ length: TEAM_CODE_LENGTH }, () => JOIN_CODE_ALPHABET[randomInt(JOIN_CODE_ALPHABET.length)]).join("");

const withCode = () => {
  const code = newCode();
  return { code, hash: hashOf(code) };
};

const rank = rankOf(teamMembers);

/** Lock the contest before changing anything. */
export const teamsRepository = (db: Database) => ({
  async findOf(contestId: string, userId: string): Promise<TeamRow | undefined> {
    const [row] = await db
      .select({ team: teams })
      .from(teamMembers)
      .innerJoin(teams, eq(teams.id, teamMembers.teamId))
      .where(and(eq(teamMembers.contestId, contestId), eq(teamMembers.userId, userId)));
    return row?.team;
  },

  async findByCode(code: string): Promise<TeamRow | undefined> {
    const [row] = await db
      .select()
      .from(teams)
      .where(eq(teams.hash, hashOf(code)));
    return row;
  },

  async findInvitation(contestId: string, userId: string): Promise<TeamRow | undefined> {
    const [row] = await db
      .select({ team: teams })
      .from(teamInvitees)
      .innerJoin(teams, eq(teams.id, teamInvitees.teamId))
      .where(and(eq(teamInvitees.contestId, contestId), eq(teamInvitees.userId, userId)));
    return row?.team;
  },

  async isNameTaken(contestId: string, name: string, exceptId?: string): Promise<boolean> {
    const isSame = eq(sql`lower(${teams.name})`, sql`lower(${name})`);
    return (
      (await db.$count(
        teams,
        and(eq(teams.contestId, contestId), isSame, exceptId === undefined ? undefined : ne(teams.id, exceptId)),
      )) > 0
    );
  },

  async create(team: Pick<TeamRow, "contestId" | "name" | "captainId" | "createdAt">): Promise<TeamRow> {
    const [row] = await db
      .insert(teams)
      .values({ ...team, ...withCode() })
      .returning();
    return row!;
  },

  rename: (teamId: string, name: string) => db.update(teams).set({ name }).where(eq(teams.id, teamId)),

  /** The entry of a new team's captain becomes the team's. */
  adoptEntry: ({ id, contestId, captainId }: TeamRow) =>
    db
      .update(entries)
      .set({ teamId: id, savedBy: captainId })
      .where(and(eq(entries.contestId, contestId), eq(entries.userId, captainId))),

  async addMember({ id, contestId }: TeamRow, userId: string, joinedAt: Date): Promise<void> {
    await db.insert(teamMembers).values({ teamId: id, contestId, userId, joinedAt });
    await db.delete(teamInvitees).where(and(eq(teamInvitees.contestId, contestId), eq(teamInvitees.userId, userId)));
  },

  removeMember: (contestId: string, userId: string) =>
    db.delete(teamMembers).where(and(eq(teamMembers.contestId, contestId), eq(teamMembers.userId, userId))),

  countMembers: (teamId: string): Promise<number> => db.$count(teamMembers, eq(teamMembers.teamId, teamId)),

  /** In the order of joining. */
  async listMemberIds(teamId: string): Promise<string[]> {
    const rows = await db
      .select({ id: teamMembers.userId })
      .from(teamMembers)
      .where(eq(teamMembers.teamId, teamId))
      .orderBy(asc(teamMembers.joinedAt), asc(teamMembers.userId));
    return rows.map(({ id }) => id);
  },

  /** Returns the member with the lowest `rankOf`: of equals the captain, else the first to join. */
  async findCaptain({ id, captainId }: Pick<TeamRow, "id" | "captainId">) {
    const [row] = await db
      .select({ id: teamMembers.userId, isActive: sql<boolean>`${rank} = 0` })
      .from(teamMembers)
      .where(eq(teamMembers.teamId, id))
      .orderBy(rank, sql`${teamMembers.userId} <> ${captainId}`, asc(teamMembers.joinedAt), asc(teamMembers.userId))
      .limit(1);
    return row;
  },

  /** The database changes the author of the team's entry too. */
  setCaptain: (teamId: string, captainId: string) => db.update(teams).set({ captainId }).where(eq(teams.id, teamId)),

  /** The team's entry becomes that of its captain. */
  async dissolve(teamId: string): Promise<void> {
    await db.update(entries).set({ teamId: null, savedBy: null }).where(eq(entries.teamId, teamId));
    await db.delete(teams).where(eq(teams.id, teamId));
  },

  /** Also forgets who entered the code before. */
  async renewCode(teamId: string): Promise<void> {
    await db.delete(teamInvitees).where(eq(teamInvitees.teamId, teamId));
    await db.update(teams).set(withCode()).where(eq(teams.id, teamId));
  },

  async removeCode(teamId: string): Promise<void> {
    await db.delete(teamInvitees).where(eq(teamInvitees.teamId, teamId));
    await db.update(teams).set({ code: null, hash: null }).where(eq(teams.id, teamId));
  },

  async invite({ id, contestId }: TeamRow, userId: string, enteredAt: Date): Promise<void> {
    const row = { teamId: id, enteredAt };
    await db
      .insert(teamInvitees)
      .values({ contestId, userId, ...row })
      .onConflictDoUpdate({ target: [teamInvitees.contestId, teamInvitees.userId], set: row });
  },

  async relationOf(contestId: string, userId: string): Promise<TeamRelation | null> {
    const [row] = await db
      .select({ team: teamOf(userId) })
      .from(contests)
      .where(eq(contests.id, contestId));
    return row?.team ?? null;
  },
});
