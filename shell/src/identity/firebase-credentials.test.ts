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

let asked: { url: string; body: unknown }[] = [];
/** The provider answers these, one after the other. */
function answering(...answers: object[]): void {
  asked = [];
  globalThis.fetch = jest.fn((url: string, { body }: RequestInit) => {
    asked.push({ url, body: JSON.parse(body as string) as unknown });
    return Promise.resolve({ json: () => Promise.resolve(answers[asked.length - 1]) });
  }) as unknown as typeof fetch;
}
const refusing = (message: string) => answering({ error: { code: 400, message } });

const signIn = jest.fn(() => Promise.resolve(rafi));
const credentials = (settings: Parameters<typeof firebaseCredentials>[0] = SETTINGS) =>
  firebaseCredentials(settings, {
    idToken: () => Promise.resolve("token"),
    signIn,
    confirmByGoogle: () => Promise.resolve("of Google"),
    confirmByChooser: () => Promise.resolve("of the chooser"),
  });

beforeEach(() => signIn.mockClear());

it("asks the emulator, or the project", async () => {
  answering({}, {});
  await credentials().sendPasswordReset("rafi@example.com");
  await credentials({ ...SETTINGS, kind: "firebase", emulatorUrl: null }).sendPasswordReset("rafi@example.com");
  expect(asked.map(({ url }) => url)).toEqual([
    "http://127.0.0.1:9099/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=a%20key",
    "https://identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=a%20key",
  ]);
  expect(asked[0]!.body).toEqual({ requestType: "PASSWORD_RESET", email: "rafi@example.com" });
});

it("does not tell whether an address has an account", async () => {
  refusing("EMAIL_NOT_FOUND");
  await expect(credentials().sendPasswordReset("nobody@example.com")).resolves.toBeUndefined();
});

it.each([
  ["TOO_MANY_ATTEMPTS_TRY_LATER : Too many.", "auth/too-many-requests", /wait a few minutes/],
  ["EXPIRED_OOB_CODE", "auth/expired-action-code", /expired/],
  ["INVALID_OOB_CODE", "auth/invalid-action-code", /used already/],
  ["WEAK_PASSWORD : Password should be at least 6 characters", "auth/weak-password", /at least 6 characters/],
  [
    "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain a numeric character]",
    "auth/password-does-not-meet-requirements",
    /must contain a numeric character\./,
  ],
  ["SOMETHING_NEW", "SOMETHING_NEW", /^That did not work/],
])("says what a refusal means: %s", async (message, code, sentence) => {
  refusing(message);
  await expect(credentials().resetPassword("code", "secret")).rejects.toMatchObject({
    code,
    message: expect.stringMatching(sentence) as string,
  });
});

it("says that the provider cannot be reached", async () => {
  globalThis.fetch = jest.fn(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(credentials().readLetter("code")).rejects.toMatchObject({ code: "auth/network-request-failed" });
});

it.each([
  [["password"], true],
  [["google.com", "password"], true],
  [["google.com"], false],
])("knows of %j whether there is a password", async (providers, has) => {
  answering({
    users: [{ email: "rafi@example.com", providerUserInfo: providers.map((providerId) => ({ providerId })) }],
  });
  expect(await credentials().hasPassword()).toBe(has);
});

it.each(["auth/invalid-credential", "auth/wrong-password"])(
  "says that a password is not the person's: %s",
  async (code) => {
    answering({ users: [{ email: "rafi@example.com" }] });
    signIn.mockRejectedValueOnce(new IdentityError(code, "The email or the password is not right."));
    await expect(credentials().confirmByPassword("guessed")).rejects.toMatchObject({
      code: "auth/invalid-credential",
      message: "This is not your password.",
    });
  },
);

it("says of any other refusal what it means", async () => {
  answering({ users: [{ email: "rafi@example.com" }] });
  signIn.mockRejectedValueOnce(new IdentityError("auth/too-many-requests", "There were too many attempts."));
  await expect(credentials().confirmByPassword("guessed")).rejects.toMatchObject({
    code: "auth/too-many-requests",
    message: "There were too many attempts.",
  });
});

it("changes a password only by signing in anew with it, as the account that is signed in", async () => {
  answering({ users: [{ email: "rafi@example.com" }] }, {});
  const ofRafi = credentials();
  await ofRafi.confirmByPassword("old");
  expect(await ofRafi.changePassword("new")).toBe("token");
  expect(signIn.mock.calls).toEqual([
    ["rafi@example.com", "old"],
    ["rafi@example.com", "new"],
  ]);
  expect(asked[1]!.body).toEqual({ idToken: "token", password: "new", returnSecureToken: false });
});
