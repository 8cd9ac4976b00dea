import { useState, type FormEvent } from "react";
import { z } from "zod";
import { canonicalEmail, isEmailAddress } from "@conquest/shared/contracts/text/email-address";
import { t } from "@conquest/shared/singletons/language";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import type { GoogleAccount } from "./account-chooser";

const STORAGE_KEY = "conquest.local-google-accounts";
const accounts = z.array(z.object({ email: z.string(), name: z.string() }));

function readRecentAccounts(): GoogleAccount[] {
  try {
    return accounts.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]"));
  } catch {
    return [];
  }
}

function choose(account: GoogleAccount): void {
  const others = readRecentAccounts().filter(({ email }) => email !== account.email);
  localStorage.setItem(STORAGE_KEY, JSON.stringify([account, ...others].slice(0, 8)));
  (window.opener as Window | null)?.postMessage(account, location.origin);
  // The opener closes this window after it has the account, since a closed window counts as cancelled.
}

/** Replaces Google's account chooser with the identity emulator. Accepts any email. */
export function AccountChooserPage() {
  const recentAccounts = readRecentAccounts();
  const [error, setError] = useState<string>();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = canonicalEmail(String(form.get("google_email")));
    if (!isEmailAddress(email)) return setError(t("Enter an email address"));
    choose({ email, name: String(form.get("google_name")).trim() || email.replace(/@.*/, "") });
  };

  return (
    <main className="sh-chooser">
      <title>{t("Choose an account")}</title>
      <h1 className="cq-section-title">{t("Choose an account")}</h1>
      <p>{t("to continue to Conquest. This window replaces Google on this computer. Nothing is sent anywhere.")}</p>
      {recentAccounts.length > 0 && (
        <ul>
          {recentAccounts.map((account) => (
            <li key={account.email}>
              <button type="button" className="sh-chooser-account" onClick={() => choose(account)}>
                <Avatar src={null} name={account.name} alt="" size={36} />
                <span>
                  <strong>{account.name}</strong>
                  <span>{account.email}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} noValidate>
        <h2 className="cq-title">{t(recentAccounts.length > 0 ? "Use another account" : "Use an account")}</h2>
        <TextField label={t("Email")} name="google_email" type="email" autoComplete="off" error={error} />
        <TextField label={t("Name")} name="google_name" autoComplete="off" isOptional />
        <Button type="submit">{t("Continue")}</Button>
      </form>
    </main>
  );
}
