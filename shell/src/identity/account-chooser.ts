import { IdentityError } from "@conquest/shared/singletons/identity";
import { sentenceFor } from "./identity-sentences";

/** The page of the local stand-in for Google's account chooser. Drawn only where identity is the emulator's. */
export const CHOOSER_PATH = "/local-google-sign-in";

export interface GoogleAccount {
  email: string;
  name: string;
}

const WIDTH = 500;
const HEIGHT = 600;
const LOOK_EVERY_MS = 250;

let cancelEarlier: (() => void) | undefined;

const refusal = (code: string) => new IdentityError(code, sentenceFor(code, ""));

/** Opens the chooser in a window of the size that Google's has, and waits for the account. Refuses as the SDK does. */
export async function openAccountChooser(): Promise<GoogleAccount> {
  cancelEarlier?.();
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2);
  const chooser = window.open(CHOOSER_PATH, "conquest-google", `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`);
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
  typeof data === "object" && data !== null && "email" in data && typeof data.email === "string" && "name" in data && typeof data.name === "string";
