import type { contactMessages, contactReplies } from "@conquest/server/src/database/schema/messages";
import { CONTACT_MESSAGES, CREATORS, DEMO_ACCOUNTS, emailOf, PARTICIPANTS } from "../demo-people";
import type { DemoUser, Rows, Scene } from "./contest-rows";

/** Number of portraits of women and of men in server/media/people; later users have none. */
const PORTRAITS = 24;

export function peopleRows({ at, random }: Pick<Scene, "at" | "random">): DemoUser[] {
  const portraits = { woman: 0, man: 0 };
  const nextPortrait = (portrait: "woman" | "man") => {
    const number = ++portraits[portrait];
    return number <= PORTRAITS ? `/media/people/${portrait}-${String(number).padStart(2, "0")}.webp` : "";
  };
  const person = (
    { name, portrait }: { name: string; portrait: "woman" | "man" },
    email: string,
    more: Partial<DemoUser>,
  ): DemoUser => {
    const createdAt = at(-(90 + random() * 200));
    return {
      id: crypto.randomUUID(),
      uid: `demo-${email.split("@")[0]!.replaceAll(".", "-")}`,
      email,
      emailVerifiedAt: createdAt,
      name,
      image: nextPortrait(portrait),
      createdAt,
      ...more,
    };
  };
  return [
    ...DEMO_ACCOUNTS.map((account) => person(account, account.email, { role: account.role })),
    ...CREATORS.map((creator) =>
      person(creator, emailOf(creator.name), { role: "creator", roleAnswer: "approved", roleAnsweredAt: at(-80) }),
    ),
    ...PARTICIPANTS.map(({ requestsRole, blockedBecause, ...participant }) =>
      person(participant, emailOf(participant.name), {
        ...(requestsRole && { requestedAt: at(-1.3) }),
        ...(blockedBecause && { status: "blocked", refusedBecause: blockedBecause }),
      }),
    ),
  ];
}

export function messageRows({ at, adminId }: Pick<Scene, "at"> & { adminId: string }) {
  const messages: Rows<typeof contactMessages> = [];
  const replies: Rows<typeof contactReplies> = [];
  for (const { daysAgo, isHandled, reply, ...message } of CONTACT_MESSAGES) {
    const id = crypto.randomUUID();
    messages.push({
      ...message,
      id,
      createdAt: at(-daysAgo - 0.1),
      handledAt: isHandled ? at(-daysAgo + 0.5) : null,
      handledBy: isHandled ? adminId : null,
    });
    const writtenAt = at(-daysAgo + 0.4);
    if (reply !== null)
      replies.push({
        messageId: id,
        authorId: adminId,
        text: reply,
        writtenAt,
        dueAt: writtenAt,
        attempts: 1,
        sentAt: writtenAt,
      });
  }
  return { messages, replies };
}
