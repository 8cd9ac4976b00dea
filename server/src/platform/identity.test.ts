import { firebaseIdentity } from "./identity";

/** As the Auth emulator signs its tokens: not at all. */
function unsignedToken(projectId: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: now,
    iat: now,
    exp: now + 3600,
    sub: "ann",
    user_id: "ann",
    email: "ann@example.com",
    email_verified: true,
    firebase: { identities: {}, sign_in_provider: "password" },
  };
  return `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.`;
}

const variable = "FIREBASE_AUTH_EMULATOR_HOST";
const before = process.env[variable];
afterEach(() => {
  if (before === undefined) delete process.env[variable];
  else process.env[variable] = before;
});

describe("a real project", () => {
  it("accepts no unsigned token, even with the emulator's variable left in the environment", async () => {
    process.env[variable] = "127.0.0.1:9";
    const identity = firebaseIdentity({ projectId: "conquest", emulatorHost: null, serviceAccount: undefined });
    expect(await identity.verify(unsignedToken("conquest"))).toBeNull();
  });

  it.each(["", "not-a-token", "a.b.c"])("takes %j for no token, not for a failure", async (token) => {
    const identity = firebaseIdentity({ projectId: "conquest", emulatorHost: null, serviceAccount: undefined });
    expect(await identity.verify(token)).toBeNull();
  });
});

describe("the emulator", () => {
  it("fails rather than believes when it cannot be asked whether a token was revoked", async () => {
    const identity = firebaseIdentity({ projectId: "demo-conquest", emulatorHost: "127.0.0.1:9", serviceAccount: undefined });
    await expect(identity.verify(unsignedToken("demo-conquest"))).rejects.toThrow();
  });

  it("accepts no token of another project", async () => {
    const identity = firebaseIdentity({ projectId: "demo-conquest", emulatorHost: "127.0.0.1:9", serviceAccount: undefined });
    expect(await identity.verify(unsignedToken("demo-other"))).toBeNull();
  });
});
