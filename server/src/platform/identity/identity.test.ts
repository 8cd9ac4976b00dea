import { EventEmitter } from "node:events";
import type { ClientRequest } from "node:http";
import https from "node:https";
import { jest } from "@jest/globals";
import { credentialWarning, firebaseIdentity } from "./identity";

/** Unsigned, like the tokens of the Auth emulator. */
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
const initialValue = process.env[variable];
afterEach(() => {
  if (initialValue === undefined) delete process.env[variable];
  else process.env[variable] = initialValue;
});

describe("a real project", () => {
  it("rejects an unsigned token even if the emulator's variable is set", async () => {
    process.env[variable] = "127.0.0.1:9";
    const identity = firebaseIdentity({ projectId: "conquest", emulatorHost: null, serviceAccount: undefined });
    expect(await identity.verify(unsignedToken("conquest"))).toBeNull();
  });

  it.each(["", "not-a-token", "a.b.c"])("treats %j as an invalid token, not as a failure", async (token) => {
    const identity = firebaseIdentity({ projectId: "conquest", emulatorHost: null, serviceAccount: undefined });
    expect(await identity.verify(token)).toBeNull();
  });
});

it("warns about credentials that may not work", () => {
  const serviceAccount = { projectId: "conquest", clientEmail: "server@conquest.example", privateKey: "a key" };
  expect(credentialWarning({ projectId: "conquest", serviceAccount })).toBeNull();
  expect(credentialWarning({ projectId: "conquest-trial", serviceAccount })).toMatch(
    /^FIREBASE_SERVICE_ACCOUNT belongs to the project conquest, but FIREBASE_PROJECT_ID is conquest-trial:/,
  );
  expect(credentialWarning({ projectId: "conquest", serviceAccount: undefined })).toMatch(
    /^FIREBASE_SERVICE_ACCOUNT is not set/,
  );
});

describe("provider keys that cannot be downloaded", () => {
  /** Signed with an unknown key, so that the provider's keys must be downloaded. */
  const signedToken = () => {
    const [, claims] = unsignedToken("conquest").split(".");
    const header = Buffer.from(JSON.stringify({ alg: "RS256", typ: "JWT", kid: "a-key" })).toString("base64url");
    return `${header}.${claims}.c2lnbmVk`;
  };
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ["unknown host", new Error("getaddrinfo ENOTFOUND www.googleapis.com")],
    ["connection refused", new Error("connect ECONNREFUSED 127.0.0.1:443")],
    ["connection reset", new Error("socket hang up")],
  ])("are an outage and not an invalid token: %s", async (_, failure) => {
    jest.spyOn(https, "request").mockImplementation(() => {
      const request = Object.assign(new EventEmitter(), {
        setTimeout: () => request,
        write: () => true,
        abort: () => undefined,
        destroy: () => request,
        end: () => void process.nextTick(() => request.emit("error", failure)),
      });
      return request as unknown as ClientRequest;
    });
    const identity = firebaseIdentity({ projectId: "conquest", emulatorHost: null, serviceAccount: undefined });
    await expect(identity.verify(signedToken())).rejects.toThrow(failure.message);
    expect(https.request).toHaveBeenCalled();
  });
});

describe("the emulator", () => {
  it("rejects if it cannot check whether a token was revoked", async () => {
    const identity = firebaseIdentity({
      projectId: "demo-conquest",
      emulatorHost: "127.0.0.1:9",
      serviceAccount: undefined,
    });
    await expect(identity.verify(unsignedToken("demo-conquest"))).rejects.toThrow();
  });

  it("rejects a token of another project", async () => {
    const identity = firebaseIdentity({
      projectId: "demo-conquest",
      emulatorHost: "127.0.0.1:9",
      serviceAccount: undefined,
    });
    expect(await identity.verify(unsignedToken("demo-other"))).toBeNull();
  });
});
