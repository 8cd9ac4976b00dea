import type { Config } from "../../config/config";
import { renderLayout, type EmailLayout } from "../../platform/email/email-template";

/** An email that the identity service would send itself; the emulator only stores its code. */
export interface IdentityEmail extends EmailLayout {
  code: string;
  to: string;
  subject: string;
}

interface OutOfBandCode {
  email?: string;
  newEmail?: string;
  oobCode: string;
  requestType: string;
}

const KINDS: Readonly<Record<string, { mode: string; subject: string; text: string; label: string }>> = {
  PASSWORD_RESET: {
    mode: "resetPassword",
    subject: "Reset your password on Conquest",
    text: "Somebody, hopefully you, asked for a new password for this address.",
    label: "Choose a new password",
  },
  VERIFY_EMAIL: {
    mode: "verifyEmail",
    subject: "Confirm your address on Conquest",
    text: "Please confirm that this address is yours.",
    label: "Confirm this address",
  },
  VERIFY_AND_CHANGE_EMAIL: {
    mode: "verifyAndChangeEmail",
    subject: "Confirm your new address on Conquest",
    text: "Please confirm that your account is to have this address from now on.",
    label: "Confirm the new address",
  },
  RECOVER_EMAIL: {
    mode: "recoverEmail",
    subject: "The address of your account on Conquest was changed",
    text: "Your account has another address now. If that was not you, take it back.",
    label: "Take it back",
  },
};

/** A local emulator responds immediately or not at all. */
const EMULATOR_TIMEOUT_MS = 2_000;

/** Returns the newest first, or null if the emulator does not respond. */
export async function readIdentityEmails({
  identity: { emulatorHost, projectId },
  publicUrl,
}: Pick<Config, "identity" | "publicUrl">): Promise<IdentityEmail[] | null> {
  try {
    const response = await fetch(`http://${emulatorHost}/emulator/v1/projects/${projectId}/oobCodes`, {
      signal: AbortSignal.timeout(EMULATOR_TIMEOUT_MS),
    });
    const { oobCodes = [] } = (await response.json()) as { oobCodes?: OutOfBandCode[] };
    return oobCodes.flatMap((code) => toEmail(code, publicUrl)).reverse();
  } catch {
    return null;
  }
}

function toEmail({ email = "", newEmail, oobCode, requestType }: OutOfBandCode, publicUrl: string): IdentityEmail[] {
  const kind = KINDS[requestType];
  if (!kind) return [];
  const { mode, subject, text, label } = kind;
  const url = `${publicUrl}/account_action?${new URLSearchParams({ mode, oobCode }).toString()}`;
  return [
    {
      code: oobCode,
      to: mode === "verifyAndChangeEmail" ? (newEmail ?? email) : email,
      subject,
      ...renderLayout({
        name: "",
        text,
        facts: [],
        link: { label, url },
        because: "The identity service sends this because someone asked for it. It can't be switched off.",
        stop: [],
      }),
    },
  ];
}
