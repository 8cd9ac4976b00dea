import { IdentityError } from "@conquest/shared/singletons/identity";
import { messageFor } from "./identity-messages";

export interface GoogleAccount {
  email: string;
  name: string;
}

const LOOK_EVERY_MS = 250;

let cancelEarlier: (() => void) | undefined;

const refusal = (code: string) => new IdentityError(code, messageFor(code, ""));

/** Waits for the account that is chosen in the window of {@link openChooserWindow}. Refuses as the SDK does. */
export async function chosenAccount(chooser: Window | null): Promise<GoogleAccount> {
  cancelEarlier?.();
  if (!chooser) throw refusal("auth/popup-blocked");

  return new Promise<GoogleAccount>((resolve, reject) => {
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== chooser || !isAccount(data)) return;
      finish();
      chooser.close();
      resolve({ email: data.email, name: data.name });
    };
    const lookout = setInterval(() => {
      if (!chooser.closed) return;
      finish();
      reject(refusal("auth/popup-closed-by-user"));
    }, LOOK_EVERY_MS);
    const finish = () => {
      clearInterval(lookout);
      window.removeEventListener("message", onMessage);
      cancelEarlier = undefined;
    };
    cancelEarlier = () => {
      finish();
      reject(refusal("auth/cancelled-popup-request"));
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
