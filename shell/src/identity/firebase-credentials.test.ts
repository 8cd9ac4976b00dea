import { IdentityError } from "@conquest/shared/singletons/identity";
import { firebaseCredentials } from "./firebase-credentials";

const rafi = { uid: "1", displayName: "Rafi", email: "rafi@example.com", photoURL: null, metadata: {} };
const SETTINGS = {
  kind: "emulator",
  emulatorUrl: "http://127.0.0.1:9099",
  apiKey: "a key",
  authDomain: "localhost",
  projectId: "conquest",
} as const;

let requests: { url: string; body: unknown }[] = [];
function respondWith(...responses: object[]): void {
  requests = [];
  globalThis.fetch = jest.fn((url: string, { body }: RequestInit) => {
    requests.push({ url, body: JSON.parse(body as string) as unknown });
    return Promise.resolve({ json: () => Promise.resolve(responses[requests.length - 1]) });
  }) as unknown as typeof fetch;
}
const respondWithError = (message: string) => respondWith({ error: { code: 400, message } });

const signIn = jest.fn(() => Promise.resolve(rafi));
const credentials = (settings: Parameters<typeof firebaseCredentials>[0] = SETTINGS) =>
  firebaseCredentials(settings, {
    idToken: () => Promise.resolve("token"),
    verifiedToken: () => Promise.resolve("verified token"),
    signIn,
    confirmByGoogle: () => Promise.resolve("of Google"),
    confirmByChooser: () => Promise.resolve("of the chooser"),
  });

beforeEach(() => signIn.mockClear());

it("requests the emulator or the Firebase project", async () => {
  respondWith({}, {});
  await credentials().sendPasswordReset("rafi@example.com");
  await credentials({ ...SETTINGS, kind: "firebase", emulatorUrl: null }).sendPasswordReset("rafi@example.com");
  expect(requests.map(({ url }) => url)).toEqual([
    "http://127.0.0.1:9099/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=a%20key",
    "https://identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=a%20key",
  ]);
  expect(requests[0]!.body).toEqual({ requestType: "PASSWORD_RESET", email: "rafi@example.com" });
});

it("requests a verification email with the current token", async () => {
  respondWith({});
  await credentials().sendVerification();
  expect(requests).toEqual([
    {
      url: expect.stringMatching(/accounts:sendOobCode\?key=a%20key$/) as string,
      body: { requestType: "VERIFY_EMAIL", idToken: "token" },
    },
  ]);
});

it("does not reveal whether an email has an account", async () => {
  respondWithError("EMAIL_NOT_FOUND");
  await expect(credentials().sendPasswordReset("nobody@example.com")).resolves.toBeUndefined();
});

it.each([
  ["TOO_MANY_ATTEMPTS_TRY_LATER : Too many.", "auth/too-many-requests", /Wait a few minutes/],
  ["EXPIRED_OOB_CODE", "auth/expired-action-code", /expired/],
  ["INVALID_OOB_CODE", "auth/invalid-action-code", /already used/],
  ["WEAK_PASSWORD : Password should be at least 6 characters", "auth/weak-password", /at least 6 characters/],
  [
    "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain a numeric character]",
    "auth/password-does-not-meet-requirements",
    /must contain a numeric character\./,
  ],
  ["SOMETHING_NEW", "SOMETHING_NEW", /^That didn't work/],
])("maps the provider error %s to a code and message", async (message, code, sentence) => {
  respondWithError(message);
  await expect(credentials().resetPassword("code", "secret")).rejects.toMatchObject({
    code,
    message: expect.stringMatching(sentence) as string,
  });
});

it("reports an unreachable provider", async () => {
  globalThis.fetch = jest.fn(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(credentials().readLetter("code")).rejects.toMatchObject({ code: "auth/network-request-failed" });
});

it.each([
  [["password"], true],
  [["google.com", "password"], true],
  [["google.com"], false],
])("detects whether the providers %j include a password", async (providers, has) => {
  respondWith({
    users: [{ email: "rafi@example.com", providerUserInfo: providers.map((providerId) => ({ providerId })) }],
  });
  expect(await credentials().hasPassword()).toBe(has);
});

it.each(["auth/invalid-credential", "auth/wrong-password"])("reports a wrong password for %s", async (code) => {
  respondWith({ users: [{ email: "rafi@example.com" }] });
  signIn.mockRejectedValueOnce(new IdentityError(code, "Wrong email or password. Try again or reset your password."));
  await expect(credentials().confirmByPassword("guessed")).rejects.toMatchObject({
    code: "auth/invalid-credential",
    message: "That's not your password.",
  });
});

it("passes on other sign-in errors", async () => {
  respondWith({ users: [{ email: "rafi@example.com" }] });
  signIn.mockRejectedValueOnce(new IdentityError("auth/too-many-requests", "Too many attempts."));
  await expect(credentials().confirmByPassword("guessed")).rejects.toMatchObject({
    code: "auth/too-many-requests",
    message: "Too many attempts.",
  });
});

it("changes a password and signs in again with the new one", async () => {
  respondWith({ users: [{ email: "rafi@example.com" }] }, {});
  const rafisCredentials = credentials();
  await rafisCredentials.confirmByPassword("old");
  expect(await rafisCredentials.changePassword("new")).toBe("token");
  expect(signIn.mock.calls).toEqual([
    ["rafi@example.com", "old"],
    ["rafi@example.com", "new"],
  ]);
  expect(requests[1]!.body).toEqual({ idToken: "token", password: "new", returnSecureToken: false });
});
