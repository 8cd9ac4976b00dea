import type { teamMembers, teams } from "@conquest/server/src/database/schema/teams";
import type { DemoContest } from "../demo-contests";
import { DEMO_USER } from "../demo-people";
import type { Paid, Rows, Scene } from "./contest-rows";
import type { DemoEntry } from "./entry-rows";

interface TeamRows {
  teams: (typeof teams.$inferInsert & { id: string })[];
  members: Rows<typeof teamMembers>;
}

/** Members of a team with its captain. Others may join it. */
const MEMBERS = 2;

/**
 * The first team is that of the demo user if they joined without submitting, and has no entry yet. The captains of the
 * others submitted entries, which become those of their teams.
 */
export function teamRows(
  { teams: given, demoUser }: DemoContest,
  { contestId, paid, entries }: { contestId: string; paid: readonly Paid[]; entries: readonly DemoEntry[] },
  { idOf }: Pick<Scene, "idOf">,
): TeamRows {
  const rows: TeamRows = { teams: [], members: [] };
  if (!given) return rows;
  const people = paid.map(({ name, paidAt }) => ({ id: idOf(name), paidAt }));
  const demoId = idOf(DEMO_USER.name);
  const authors = entries.filter(({ userId }) => userId !== demoId);
  const authorIds = new Set(entries.map(({ userId }) => userId));
  const free = people.filter(({ id }) => !authorIds.has(id) && id !== demoId);
  const captains = [...(demoUser === "joined" ? [demoId] : []), ...authors.map(({ userId }) => userId)];
  for (const [index, name] of given.names.entries()) {
    const captain = people.find(({ id }) => id === captains[index])!;
    const mates = free.splice(0, MEMBERS - 1);
    const team = { id: crypto.randomUUID(), contestId, name, captainId: captain.id, createdAt: captain.paidAt };
    rows.teams.push(team);
    for (const { id, paidAt } of [captain, ...mates])
      rows.members.push({
        contestId,
        teamId: team.id,
        userId: id,
        joinedAt: new Date(Math.max(paidAt.getTime(), captain.paidAt.getTime())),
      });
    const entry = authors.find(({ userId }) => userId === captain.id);
    if (entry) Object.assign(entry, { teamId: team.id, savedBy: captain.id });
  }
  return rows;
}
