import { BLOCKED, CREATORS, DEMO_ACCOUNTS, ROLE_REQUESTER, PARTICIPANTS, WOMEN, emailOf } from "../demo-people";
import { BLOCKED_BECAUSE } from "./audit-rows";
import type { DemoUser, Scene } from "./scene";

/** Number of portraits of women and of men in server/media/people; later users have none. */
const PORTRAITS = 24;

export function peopleRows({ at, random }: Pick<Scene, "at" | "random">): DemoUser[] {
  const portraits = { woman: 0, man: 0 };
  const nextPortrait = (name: string) => {
    const person = WOMEN.has(name) ? "woman" : "man";
    const number = ++portraits[person];
    return number <= PORTRAITS ? `/media/people/${person}-${String(number).padStart(2, "0")}.webp` : "";
  };
  const person = (name: string, email: string, more: Partial<DemoUser>): DemoUser => {
    const createdAt = at(-(90 + random() * 200));
    return {
      id: crypto.randomUUID(),
      uid: `demo-${email.split("@")[0]!.replaceAll(".", "-")}`,
      email,
      emailVerifiedAt: createdAt,
      name,
      image: nextPortrait(name),
      createdAt,
      ...more,
    };
  };
  return [
    ...DEMO_ACCOUNTS.map(({ email, name, role }) => person(name, email, { role })),
    ...CREATORS.map((name) =>
      person(name, emailOf(name), { role: "creator", roleAnswer: "approved", roleAnsweredAt: at(-80) }),
    ),
    ...PARTICIPANTS.map((name) =>
      person(name, emailOf(name), {
        ...(name === ROLE_REQUESTER && { requestedAt: at(-1.3) }),
        ...(name === BLOCKED && { status: "blocked", refusedBecause: BLOCKED_BECAUSE }),
      }),
    ),
  ];
}
