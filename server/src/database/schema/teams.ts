import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { instant, newId, CASCADE } from "./columns";
import { contests } from "./contests";
import { userReference } from "./people";

/** Contests refer to teams through their entries, so the reference is resolved later. */
const contestId = () =>
  text("contest_id")
    .notNull()
    .references((): AnyPgColumn => contests.id, CASCADE);

/** Written only with the contest locked: decision 0083. */
export const teams = pgTable(
  "teams",
  {
    id: newId("id"),
    contestId: contestId(),
    name: text("name").notNull(),
    /** A member, who answers for the team's entry: its `user_id`. */
    captainId: userReference("captain_id"),
    /** The code of the invite link, readable because members share it again; null if there is none. */
    code: text("code"),
    hash: text("hash").unique(),
    createdAt: instant("created_at").notNull(),
  },
  (team) => [
    check("teams_name", sql`${team.name} <> ''`),
    check("teams_code", sql`${team.code} ~ '^[0-9A-HJKMNP-TV-Z]{16}$'`),
    check("teams_code_whole", sql`(${team.code} is null) = (${team.hash} is null)`),
    uniqueIndex("teams_named").on(team.contestId, sql`lower(${team.name})`),
    unique("teams_of_captain").on(team.id, team.contestId, team.captainId),
    unique("teams_of_contest").on(team.id, team.contestId),
  ],
);

/** One team per participant and contest. Members are participants until the contest ends. */
export const teamMembers = pgTable(
  "team_members",
  {
    contestId: contestId(),
    userId: userReference("user_id"),
    teamId: text("team_id").notNull(),
    joinedAt: instant("joined_at").notNull(),
  },
  (member) => [
    primaryKey({ columns: [member.contestId, member.userId] }),
    foreignKey({
      name: "team_members_team",
      columns: [member.teamId, member.contestId],
      foreignColumns: [teams.id, teams.contestId],
    }).onDelete("cascade"),
    index("team_members_by_team").on(member.teamId, member.joinedAt, member.userId),
    index("team_members_by_user").on(member.userId),
  ],
);

/** Each of these people entered the current code of the team, the last one of the contest. */
export const teamInvitees = pgTable(
  "team_invitees",
  {
    contestId: contestId(),
    userId: userReference("user_id"),
    teamId: text("team_id").notNull(),
    enteredAt: instant("entered_at").notNull(),
  },
  (invitee) => [
    primaryKey({ columns: [invitee.contestId, invitee.userId] }),
    foreignKey({
      name: "team_invitees_team",
      columns: [invitee.teamId, invitee.contestId],
      foreignColumns: [teams.id, teams.contestId],
    }).onDelete("cascade"),
    index("team_invitees_by_team").on(invitee.teamId),
    index("team_invitees_by_user").on(invitee.userId),
  ],
);
