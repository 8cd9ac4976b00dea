import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { initializeApp } from "firebase/app";
import {
  confirmPasswordReset,
  applyActionCode,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
} from "firebase/auth";
import { firebaseIdentity } from "@conquest/server/src/platform/identity/identity";
import { freePort } from "../process/ports";
import { loadAuthEmulator } from "./auth-emulator";

/** Does in a new process what site, browser and server do with accounts: fails if a package is needed that is left out. */

const PROJECT_ID = "demo-left-out";
const EMAIL = "nusrat@example.com";

const folder = await mkdtemp(path.join(tmpdir(), "conquest-identity-"));
const port = await freePort();
const emulatorHost = `127.0.0.1:${port}`;
const url = `http://${emulatorHost}`;
const start = await loadAuthEmulator(PROJECT_ID);
const emulator = await start({ port, file: path.join(folder, "accounts.json") });

async function codeOf(requestType: string): Promise<string> {
  const answer = await fetch(`${url}/emulator/v1/projects/${PROJECT_ID}/oobCodes`);
  const { oobCodes } = (await answer.json()) as { oobCodes: { requestType: string; oobCode: string }[] };
  return oobCodes.find((letter) => letter.requestType === requestType)!.oobCode;
}

const auth = initializeAuth(initializeApp({ apiKey: "key", projectId: PROJECT_ID }), {
  persistence: inMemoryPersistence,
});
connectAuthEmulator(auth, url, { disableWarnings: true });
const { user } = await createUserWithEmailAndPassword(auth, EMAIL, "first password");
await sendEmailVerification(user);
await applyActionCode(auth, await codeOf("VERIFY_EMAIL"));
await sendPasswordResetEmail(auth, EMAIL);
await confirmPasswordReset(auth, await codeOf("PASSWORD_RESET"), "second password");
const signedIn = await signInWithEmailAndPassword(auth, EMAIL, "second password");

const server = firebaseIdentity({ projectId: PROJECT_ID, emulatorHost, serviceAccount: undefined });
const verified = await server.verify(await signedIn.user.getIdToken());
assert.equal(verified?.emailVerified, true);
await server.deleteAccount(signedIn.user.uid);
assert.equal(await server.account(signedIn.user.uid), null);

for (const page of ["handler?apiKey=key&authType=signInViaPopup&providerId=google.com", "iframe?apiKey=key"])
  assert.equal((await fetch(`${url}/emulator/auth/${page}`)).status, 200, page);

await emulator.stop();
await rm(folder, { recursive: true });
process.exit(0);
