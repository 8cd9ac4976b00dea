import { LANGUAGE_NAMES, LANGUAGES, withLanguage } from "@conquest/shared/contracts/parts/languages";
import { updatePreferences } from "@conquest/shared/contracts/users";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { config } from "@conquest/shared/singletons/config";
import { language, t } from "@conquest/shared/singletons/language";
import { session, useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { SavingState, useAutosave } from "@conquest/shared/ui/form/use-autosave";
import { errorMessage } from "@conquest/shared/ui/format/text";
import { rememberLanguage } from "@conquest/shared/ui/language/language-cookie";

/** Language and time zone of a person. An older server stores neither. */
export default function Preferences() {
  const { language: stored } = useAccount();
  const offered = config().languages ?? [];
  return (
    <div className="du:flex du:flex-col du:gap-4">
      {offered.length > 1 && stored !== undefined && <LanguageField offered={offered} />}
      <TimeZoneField />
    </div>
  );
}

function LanguageField({ offered }: { offered: readonly string[] }) {
  const { mutateAsync, isPending } = useCall(updatePreferences);

  const choose = async (value: string) => {
    const chosen = LANGUAGES.find((each) => each === value);
    if (!chosen || chosen === language()) return;
    try {
      await mutateAsync({ body: { language: chosen } });
    } catch (error) {
      return void toast.error(errorMessage(error, t("Couldn't save your language. Try again.")));
    }
    rememberLanguage(chosen);
    location.assign(withLanguage("/dashboard/profile", chosen));
  };

  return (
    <SelectField
      label={t("Language")}
      name="language"
      options={LANGUAGES.filter((each) => offered.includes(each)).map((value) => ({
        value,
        label: LANGUAGE_NAMES[value],
      }))}
      value={language()}
      disabled={isPending}
      onChange={({ target }) => void choose(target.value)}
      hint={t("For pages on all your devices, notifications, emails and documents.")}
    />
  );
}

function TimeZoneField() {
  const { timeZone } = useAccount();
  const { mutateAsync } = useCall(updatePreferences);
  const { value, choose, saving, retry } = useAutosave(timeZone ?? "", async (chosen: string) => {
    await mutateAsync({ body: { timeZone: chosen } });
    await session.refreshAccount().catch(() => undefined);
  });
  const zones = timeZones(value);
  return (
    <div>
      <SelectField
        label={t("Time zone")}
        name="timeZone"
        options={[
          ...(value === "" ? [{ value: "", label: t("Choose a time zone"), disabled: true }] : []),
          ...zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") })),
        ]}
        value={value}
        onChange={({ target }) => choose(target.value)}
        hint={t("For times in emails, receipts and certificates. Pages show the time of your device.")}
      />
      <SavingState saving={saving} onRetry={retry} />
    </div>
  );
}

/** All zones that the browser knows, with the stored one, which it may call by another name. */
function timeZones(stored: string): string[] {
  // eslint-disable-next-line no-restricted-syntax -- a list that only the browser has, on a page that is rarely opened
  const known = Intl.supportedValuesOf("timeZone");
  return stored === "" || known.includes(stored) ? known : [stored, ...known];
}
