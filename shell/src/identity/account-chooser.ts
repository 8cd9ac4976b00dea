import { IdentityError } from "@conquest/shared/singletons/identity";
import { messageFor } from "./identity-messages";

export interface GoogleAccount {
  email: string;
  name: string;
}

const POLL_INTERVAL_MS = 250;

let cancelEarlier: (() => void) | undefined;

const identityError = (code: string) => new IdentityError(code, messageFor(code, ""));

/** Resolves with the account chosen in the window of {@link openChooserWindow}. Rejects with the SDK's error codes. */
export async function waitForAccount(chooser: Window | null): Promise<GoogleAccount> {
  cancelEarlier?.();
  if (!chooser) throw identityError("auth/popup-blocked");

  return new Promise<GoogleAccount>((resolve, reject) => {
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== chooser || !isAccount(data)) return;
      finish();
      chooser.close();
      resolve({ email: data.email, name: data.name });
    };
    const poll = setInterval(() => {
      if (!chooser.closed) return;
      finish();
      reject(identityError("auth/popup-closed-by-user"));
    }, POLL_INTERVAL_MS);
    const finish = () => {
      clearInterval(poll);
      window.removeEventListener("message", onMessage);
      cancelEarlier = undefined;
    };
    cancelEarlier = () => {
      finish();
      reject(identityError("auth/cancelled-popup-request"));
    };
    window.addEventListener("message", onMessage);
  });
}

const isAccount = (data: unknown): data is GoogleAccount =>
  typeof data === "object" &&
  data !== null &&
  "email" in data &&
  typeof data.email === "string" &&
  "name" in data &&
  typeof data.name === "string";
