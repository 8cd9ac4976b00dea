import type { Identity, VerifiedIdentity } from "../platform/identity/identity";

export interface TestIdentity extends Identity {
  issue(person: Partial<VerifiedIdentity> & { email: string }): string;
  revoke(token: string): void;
  changePassword(uid: string): void;
  readonly deleted: readonly string[];
  restoreAccounts(): void;
}

export function testIdentity(): TestIdentity {
  const issued = new Map<string, VerifiedIdentity>();
  const validSince = new Map<string, Date>();
  // A separate clock that advances by a second on every use.
  let seconds = 0;
  const next = () => new Date((seconds += 1) * 1000);
  const deleted: string[] = [];
  const since = (uid: string) => validSince.get(uid) ?? new Date(0);
  return {
    async verify(token) {
      const person = issued.get(token);
      return person && !deleted.includes(person.uid) && person.signedInAt >= since(person.uid)
        ? { ...person, validSince: since(person.uid) }
        : null;
    },
    async account(uid) {
      if (deleted.includes(uid)) return null;
      const { email = "", hasPassword = true } = [...issued.values()].findLast((person) => person.uid === uid) ?? {};
      return { email, hasPassword, validSince: since(uid) };
    },
    deleteAccount: async (uid) => void deleted.push(uid),
    deleted,
    restoreAccounts: () => void deleted.splice(0),
    issue(person) {
      const token = `token-${issued.size + 1}`;
      issued.set(token, {
        uid: `uid-of-${person.email}`,
        emailVerified: true,
        hasPassword: true,
        name: "",
        picture: "",
        signedInAt: next(),
        validSince: new Date(0),
        ...person,
      });
      return token;
    },
    changePassword: (uid) => void validSince.set(uid, next()),
    revoke: (token) => void issued.delete(token),
  };
}
