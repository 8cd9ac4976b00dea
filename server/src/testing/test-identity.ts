import type { Identity, VerifiedIdentity } from "../platform/identity";

/** An identity provider that believes whoever writes the test. */
export interface TestIdentity extends Identity {
  /** A valid ID token for this person. */
  issue(person: Partial<VerifiedIdentity> & { email: string }): string;
  /** From now on the token is no longer valid. */
  revoke(token: string): void;
}

export function testIdentity(): TestIdentity {
  const issued = new Map<string, VerifiedIdentity>();
  return {
    verify: async (token) => issued.get(token) ?? null,
    issue(person) {
      const token = `token-${issued.size + 1}`;
      issued.set(token, { uid: `uid-of-${person.email}`, emailVerified: true, name: "", picture: "", ...person });
      return token;
    },
    revoke: (token) => void issued.delete(token),
  };
}
