import { AWARD_DAYS } from "@conquest/shared/contracts/awards";
import { message, type Message } from "@conquest/shared/contracts/text/message";
import { SIMULATED } from "@conquest/shared/contracts/text/simulated";
import type { Notification, NotificationTable } from "../../../platform/notify";
import { dateOf, sentenceOf, sentences } from "../../../platform/text/message-values";
import type { AwardRow } from "./award-columns";
import { awardDueAt } from "./award-schedule";

export type NamedAward = Pick<AwardRow, "contestId" | "place" | "creatorId" | "winnerId" | "waitingSince"> & {
  name: string;
};

/** Names the prize after the contest, unless it is the first one. */
export const prizeTitle = ({ name, prizeName }: { name: string; prizeName: string | null }): string =>
  prizeName === null ? name : `${name} · ${prizeName}`;

export const awardRequest = ({ contestId, place }: Pick<AwardRow, "contestId" | "place">) =>
  `prize:${contestId}:${place}` as const;

const hrefOf = ({ contestId }: NamedAward) => `/contest-details/${contestId}#prize`;
const LIST = "/dashboard/prizes";

type Words = Pick<Notification, "subject" | "text">;

/** `kind` decides the email's button. */
const request = (award: NamedAward, to: Notification["to"], kind: "prize_to_send" | "prize_sent", words: Words) => ({
  to,
  kind,
  ...words,
  href: hrefOf(award),
  asks: awardRequest(award),
});

const news = (award: NamedAward, to: Notification["to"], words: Words): Notification => ({
  to,
  kind: "prize_news",
  ...words,
  href: hrefOf(award),
});

const toAdmins = (award: NamedAward, adminIds: readonly string[], words: Words): Notification => ({
  to: adminIds,
  kind: "prize_to_settle",
  ...words,
  href: LIST,
  asks: awardRequest(award),
});

const dueOf = ({ waitingSince }: NamedAward) => dateOf(awardDueAt(waitingSince));
const noteOf = (note: string): Message | false =>
  note !== "" && message("The admin says: {note}", { note: sentenceOf(`“${note}”`) });

export const awardNotifications = {
  sendReminder: (award: NamedAward) =>
    request(award, award.creatorId, "prize_to_send", {
      subject: message("Send the prize: “{name}”", { name: award.name }),
      text: sentences(
        message("The prize of “{name}” isn't marked as sent. Send it by {due} and tell the winner when you did.", {
          name: award.name,
          due: dueOf(award),
        }),
        { text: SIMULATED },
      ),
    }),
  late: (award: NamedAward) => [
    request(award, award.creatorId, "prize_to_send", {
      subject: message("Prize late: “{name}”", { name: award.name }),
      text: message(
        "The prize of “{name}” is late: {days} days have passed and it isn't marked as sent. The winner can now report a problem, and your record counts it as not delivered.",
        { name: award.name, days: AWARD_DAYS },
      ),
    }),
    news(award, award.winnerId, {
      subject: message("Your prize is late: “{name}”", { name: award.name }),
      text: message(
        "Your prize for “{name}” is late: its creator hasn't marked it as sent in {days} days. Confirm it if you have it, or report a problem so that an admin looks into it.",
        { name: award.name, days: AWARD_DAYS },
      ),
    }),
  ],
  sent: (award: NamedAward) =>
    request(award, award.winnerId, "prize_sent", {
      subject: message("Your prize was sent: “{name}”", { name: award.name }),
      text: sentences(
        message("Your prize for “{name}” was sent. By {due}, confirm that you received it, or report a problem.", {
          name: award.name,
          due: dueOf(award),
        }),
        { text: SIMULATED },
      ),
    }),
  confirmReminder: (award: NamedAward) =>
    request(award, award.winnerId, "prize_sent", {
      subject: message("Did your prize arrive? “{name}”", { name: award.name }),
      text: message(
        "Did your prize for “{name}” arrive? By {due}, confirm that you received it, or report a problem.",
        { name: award.name, due: dueOf(award) },
      ),
    }),
  unconfirmed: (award: NamedAward, adminIds: readonly string[]) => [
    request(award, award.winnerId, "prize_sent", {
      subject: message("Prize not confirmed: “{name}”", { name: award.name }),
      text: message(
        "Your prize for “{name}” was sent {days} days ago, and you haven't confirmed it. An admin will decide, but you can still confirm it or report a problem.",
        { name: award.name, days: AWARD_DAYS },
      ),
    }),
    news(award, award.creatorId, {
      subject: message("Prize not confirmed: “{name}”", { name: award.name }),
      text: message(
        "The winner hasn't confirmed the prize of “{name}” in {days} days, so an admin will decide. A proof of sending helps.",
        { name: award.name, days: AWARD_DAYS },
      ),
    }),
    toAdmins(award, adminIds, {
      subject: message("Prize not confirmed: “{name}”", { name: award.name }),
      text: message(
        "The winner hasn't confirmed the prize of “{name}” in {days} days. Decide whether it was delivered.",
        { name: award.name, days: AWARD_DAYS },
      ),
    }),
  ],
  confirmed: (award: NamedAward) =>
    news(award, award.creatorId, {
      subject: message("Prize received: “{name}”", { name: award.name }),
      text: message("The winner received the prize of “{name}”. Your record now counts it as delivered.", {
        name: award.name,
      }),
    }),
  disputed: (award: NamedAward, problem: string, adminIds: readonly string[]) => {
    const subject = message("Problem with the prize: “{name}”", { name: award.name });
    const text = message("The winner reported a problem with the prize of “{name}”: {problem}", {
      name: award.name,
      problem: sentenceOf(`“${problem}”`),
    });
    return [
      news(award, award.creatorId, {
        subject,
        text: sentences(text, message("An admin will decide. You can add details or a proof of sending.")),
      }),
      toAdmins(award, adminIds, { subject, text }),
    ];
  },
  delivered: (award: NamedAward, note: string) =>
    news(award, [award.creatorId, award.winnerId], {
      subject: message("Prize delivered: “{name}”", { name: award.name }),
      text: sentences(
        message("An admin decided that the prize of “{name}” was delivered.", { name: award.name }),
        noteOf(note),
      ),
    }),
  returned: (award: NamedAward, note: string) => [
    request(award, award.creatorId, "prize_to_send", {
      subject: message("Send the prize: “{name}”", { name: award.name }),
      text: sentences(
        message("An admin decided that the prize of “{name}” wasn't delivered. Send it by {due}.", {
          name: award.name,
          due: dueOf(award),
        }),
        noteOf(note),
      ),
    }),
    news(award, award.winnerId, {
      subject: message("Prize returned to the creator: “{name}”", { name: award.name }),
      text: sentences(
        message("An admin decided that your prize for “{name}” wasn't delivered. Its creator must send it by {due}.", {
          name: award.name,
          due: dueOf(award),
        }),
        noteOf(note),
      ),
    }),
  ],
  closed: (award: NamedAward, note: string) =>
    news(award, [award.creatorId, award.winnerId], {
      subject: message("Prize not delivered: “{name}”", { name: award.name }),
      text: sentences(
        message("An admin closed the prize of “{name}” as not delivered, because its creator can't send it.", {
          name: award.name,
        }),
        noteOf(note),
      ),
    }),
  creatorGone: (award: NamedAward) =>
    news(award, award.winnerId, {
      subject: message("Prize not delivered: “{name}”", { name: award.name }),
      text: message(
        "Your prize for “{name}” won't be sent because its creator's account was deleted. Contact us if you have questions.",
        { name: award.name },
      ),
    }),
  winnerGone: (award: NamedAward) =>
    news(award, award.creatorId, {
      subject: message("No prize to send: “{name}”", { name: award.name }),
      text: message("The winner of “{name}” deleted their account, so you don't need to do anything about the prize.", {
        name: award.name,
      }),
    }),
} satisfies NotificationTable;
