import { LANGUAGES, withLanguage, type Language } from "@conquest/shared/contracts/parts/languages";
import { updatePreferences, type Account } from "@conquest/shared/contracts/users";
import { call } from "@conquest/shared/singletons/call";
import { config } from "@conquest/shared/singletons/config";
import { language } from "@conquest/shared/singletons/language";
import { useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { rememberedLanguage, rememberLanguage } from "@conquest/shared/ui/language/language-cookie";
import { splitPath } from "./page-path";

/** The language that this browser and the account last had in common. */
const SYNCED_KEY = "conquest.language";

const isLanguage = (name: string | undefined): name is Language => LANGUAGES.some((each) => each === name);

/** Syncs the language with the account: a choice here since the last sync wins. Also stores the first time zone. */
export function syncPreferences(open = (address: string) => location.replace(address)): () => void {
  const offered = config().languages ?? [];
  const sync = (account: Account | null) => {
    if (account) void syncAccount(account, offered, open).catch(() => undefined);
  };
  sync(useSession.getState().account);
  const stop = useSession.subscribe(({ account }, { account: before }) => {
    if (account?._id !== before?._id) sync(account);
  });
  if (offered.length > 1) offerLanguage(open);
  return stop;
}

async function syncAccount(account: Account, offered: readonly Language[], open: (address: string) => void) {
  // An older server does not store them.
  if (account.language === undefined) return;
  const chosen = rememberedLanguage();
  const isChosenHere = isLanguage(chosen) && (account.language === null || chosen !== readSynced());
  // eslint-disable-next-line no-restricted-syntax -- long after the page answers
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const change = {
    ...(isChosenHere && chosen !== account.language && { language: chosen }),
    ...(account.timeZone === null && { timeZone }),
  };
  if (Object.keys(change).length > 0) await call(updatePreferences, { body: change });
  if (isChosenHere) return writeSynced(chosen);
  if (account.language === null || account.language === chosen) return;
  rememberLanguage(account.language);
  writeSynced(account.language);
  if (account.language !== language() && (account.language === "en" || offered.includes(account.language)))
    open(addressIn(account.language));
}

const addressIn = (wanted: Language) =>
  withLanguage(splitPath(location.pathname).path + location.search + location.hash, wanted);

function readSynced(): string | null {
  try {
    return localStorage.getItem(SYNCED_KEY);
  } catch {
    return null;
  }
}

function writeSynced(synced: Language): void {
  try {
    localStorage.setItem(SYNCED_KEY, synced);
  } catch {
    // Without storage, a choice in this browser wins every time.
  }
}

const OFFER = "language-offer";

/** Offers Bangla once to people whose browser prefers it to English. Their links stay as they are. */
function offerLanguage(open: (address: string) => void): void {
  const preferred = navigator.languages.map((each) => each.split("-")[0]).find(isLanguage);
  if (language() !== "en" || preferred !== "bn" || rememberedLanguage() !== undefined) return;
  const choose = (chosen: Language) => {
    rememberLanguage(chosen);
    toast.dismiss(OFFER);
    if (chosen !== "en") open(addressIn(chosen));
  };
  toast(
    <span lang="bn" className="sh-offer">
      এই সাইট বাংলাতেও আছে।
      <Button variant="secondary" size="sm" onClick={() => choose("bn")}>
        বাংলায় দেখুন
      </Button>
      <Button variant="ghost" size="sm" onClick={() => choose("en")}>
        এখন নয়
      </Button>
    </span>,
    { id: OFFER, duration: Infinity },
  );
}
