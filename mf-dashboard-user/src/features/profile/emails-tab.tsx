import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import {
  EMAIL_CATEGORIES,
  chooseEmailPreferences,
  listEmailPreferences,
  type EmailPreference,
} from "@conquest/shared/contracts/email-preferences";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { SavingState, useAutosave } from "@conquest/shared/ui/form/use-autosave";
import { Note } from "@conquest/shared/ui/note";
import { Section } from "@conquest/shared/ui/page/section";
import { QueryView } from "@conquest/shared/ui/state/query-view";

export function EmailsTab() {
  const { email } = useAccount();
  const choices = useQuery(query(listEmailPreferences));
  return (
    <Section headingId="e-mails" title={t("Emails")} className="cq-panel" titleClass="du:mb-1 du:text-xl du:font-bold">
      <p className="cq-hint du:mb-4 du:wrap-anywhere">
        {t("Sent to {email}. You'll always see these in your notifications too.", { email })}
      </p>
      <QueryView query={choices} skeleton={<Skeleton />}>
        {({ isOn, choices: categories }) => (
          <>
            {!isOn && (
              <Note tone="warning" title={t("Email is off on this site")}>
                <p>{t("Your choices apply once email is turned on.")}</p>
              </Note>
            )}
            <ul className="du:divide-y du:divide-line">
              {categories.map((choice) => (
                <PreferenceSwitch key={choice.topic} choice={choice} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </Section>
  );
}

function PreferenceSwitch({ choice: { topic, title, text, isWanted, isAlways } }: { choice: EmailPreference }) {
  const id = useId();
  const save = useCall(chooseEmailPreferences);
  const { value, choose, saving, retry, control } = useAutosave(isWanted, (next) =>
    save.mutateAsync({ body: { topic, isWanted: next } }),
  );
  return (
    <li className="du:flex du:flex-wrap du:items-start du:justify-between du:gap-x-6 du:gap-y-1 du:py-3">
      <label
        htmlFor={id}
        className="du:flex du:min-h-11 du:min-w-0 du:flex-1 du:basis-full du:cursor-pointer du:flex-col du:justify-center du:sm:basis-64">
        <span className="du:font-semibold">{title}</span>
        <span id={`${id}-hint`} className="cq-hint">
          {text}
        </span>
      </label>
      <div className="du:flex du:min-h-11 du:flex-wrap du:items-center du:gap-3">
        {/* Aligned with the other switches regardless of the saving state: first on narrow screens, last on wide ones. */}
        <input
          ref={control}
          id={id}
          type="checkbox"
          role="switch"
          className="toggle toggle-primary du:sm:order-last"
          checked={value}
          disabled={isAlways}
          aria-label={title}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => choose(target.checked)}
        />
        <SavingState saving={saving} onRetry={retry} />
      </div>
    </li>
  );
}

const Skeleton = () => (
  <div role="status" className="du:grid du:gap-3">
    <span className="cq-visually-hidden">{t("Loading your email settings")}</span>
    {EMAIL_CATEGORIES.map((topic) => (
      <span key={topic} className="cq-bone du:h-16 du:rounded-md" aria-hidden="true" />
    ))}
  </div>
);
