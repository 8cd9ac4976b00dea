import type { Credentials } from "@conquest/shared/singletons/identity";

export const fakeCredentials = (overrides: Partial<Credentials> = {}): Credentials => ({
  sendPasswordReset: () => Promise.resolve(),
  readLetter: () => Promise.resolve({ email: "rafi@example.com", newEmail: "new@example.com" }),
  resetPassword: () => Promise.resolve(),
  applyLetter: () => Promise.resolve(),
  hasPassword: () => Promise.resolve(true),
  confirmByPassword: () => Promise.resolve("fresh"),
  confirmByGoogle: () => Promise.resolve("fresh"),
  changePassword: () => Promise.resolve("fresher"),
  sendVerification: () => Promise.resolve(),
  verifiedToken: () => Promise.resolve(null),
  sendEmailChange: () => Promise.resolve(),
  ...overrides,
});
