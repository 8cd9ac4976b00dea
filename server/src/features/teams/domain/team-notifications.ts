import { message } from "@conquest/shared/contracts/text/message";
import type { NotificationTable } from "../../../platform/notify";
import type { ContestRow } from "../../contests/domain/contests-repository";

type Contest = Pick<ContestRow, "id" | "name">;

/** Names of people are not stored in notifications, so that they end with the account. */
const about = ({ id }: Contest, to: string | readonly string[]) =>
  ({ to, kind: "team_changed", href: `/contest-details/${id}#team` }) as const;

export const teamNotifications = {
  memberJoined: (contest: Contest, team: string, to: readonly string[]) => ({
    ...about(contest, to),
    subject: message("New member in your team: “{team}”", { team }),
    text: message("Someone joined your team “{team}” in “{name}”.", { team, name: contest.name }),
  }),
  memberLeft: (contest: Contest, team: string, to: readonly string[]) => ({
    ...about(contest, to),
    subject: message("A member left your team: “{team}”", { team }),
    text: message("A member left your team “{team}” in “{name}”. Its entry stays with the team.", {
      team,
      name: contest.name,
    }),
  }),
  removed: (contest: Contest, team: string, to: string) => ({
    ...about(contest, to),
    subject: message("You were removed from a team: “{team}”", { team }),
    text: message(
      "The captain removed you from the team “{team}” in “{name}”. You can still submit an entry of your own or join another team.",
      { team, name: contest.name },
    ),
  }),
  captain: (contest: Contest, team: string, to: string) => ({
    ...about(contest, to),
    subject: message("You're now the captain: “{team}”", { team }),
    text: message(
      "You're now the captain of “{team}” in “{name}”. The captain manages the team and receives its prize.",
      { team, name: contest.name },
    ),
  }),
  submitted: (contest: Contest, team: string, to: readonly string[]) => ({
    ...about(contest, to),
    href: `/contest-details/${contest.id}#entry`,
    subject: message("Your team submitted an entry: “{team}”", { team }),
    text: message(
      "A member of “{team}” submitted the team's entry in “{name}”. Every member can edit it until the deadline.",
      { team, name: contest.name },
    ),
  }),
} satisfies NotificationTable;
