import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useEffect, useId } from "react";
import { listUsers, requestRole, type Account } from "@conquest/shared/contracts/users";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { useAccount, session, useSession } from "@conquest/shared/singletons/session-store";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { Badge } from "@conquest/shared/ui/badge";
import { ButtonLink } from "@conquest/shared/ui/button";
import { FailedState } from "@conquest/shared/ui/state/failed-state";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { toast } from "@conquest/shared/singletons/toast";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { Note } from "@conquest/shared/ui/note";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import {
  EMAIL_CATEGORIES,
  chooseEmailPreferences,
  listEmailPreferences,
  type EmailPreference,
} from "@conquest/shared/contracts/email-preferences";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { SavingState, useAutosave } from "@conquest/shared/ui/form/use-autosave";
import { Section, Fact } from "@conquest/shared/ui/page/section";
import { useLoaded } from "@conquest/shared/ui/page/use-loaded";
import { errorMessage } from "@conquest/shared/ui/format/text";

/** Loaded lazily, since it is large, below the fold and rarely used. */
const AccountSettings = lazyComponent(
  () => import(/* webpackChunkName: "account-settings" */ "./account/account-settings"),
);

const NAMELESS = "No name yet";

export default function ProfilePage() {
  const { name, email, image, role, createdAt } = useAccount();
  const user = useSession((state) => state.user);
  const settings = useLoaded(AccountSettings.load);
  useRoleRefresh();
  return (
    <>
      <PageHeading title="Profile" />
      <div className="du:grid du:items-start du:gap-6 du:lg:grid-cols-2">
        <section aria-label="Account" className="cq-panel">
          <div className="du:mb-6 du:flex du:flex-wrap du:items-center du:gap-4">
            <Avatar src={image || user?.photoURL} name={name} size={96} alt={`Profile picture of ${name || email}`} />
            <div className="du:min-w-0">
              <p className="du:text-left du:text-xl du:font-bold du:wrap-anywhere" dir="auto">
                {name || NAMELESS}
              </p>
              <p className="du:mt-2">
                <span className="cq-visually-hidden">Your role: </span>
                <Badge tone="brand">{role.toUpperCase()}</Badge>
              </p>
            </div>
          </div>
          <dl className="du:grid du:gap-4">
            <Fact name="User ID" className="du:break-all">
              {user?.uid}
            </Fact>
            <div>
              <dt className="cq-hint">Name</dt>
              <dd className="du:text-left du:wrap-anywhere" dir="auto">
                {name || NAMELESS}
              </dd>
            </div>
            <Fact name="Email" className="du:break-all">
              {email}
            </Fact>
            <Fact name="Join date">{new Date(user?.metadata.creationTime ?? createdAt).toDateString()}</Fact>
          </dl>
          <ButtonLink to="/dashboard/my_profile" variant="secondary" size="sm" className="du:mt-6">
            <Pencil aria-hidden="true" size={16} /> Change name and picture
          </ButtonLink>
        </section>
        <Section
          headingId="role-request"
          title="Your role"
          className="cq-panel"
          titleClass="du:mb-4 du:text-xl du:font-bold">
          <RoleRequest />
        </Section>
        <EmailPreferences />
      </div>
      {settings.is === "here" && <AccountSettings />}
      {settings.is === "loading" && (
        <div role="status" className="du:mt-6">
          <span className="cq-visually-hidden">Loading the settings of your account</span>
          <div aria-hidden="true" className="cq-bone du:min-h-80" />
        </div>
      )}
      {settings.is === "failed" && (
        <section className="du:mt-6">
          <FailedState error={null} title="The settings of your account could not be loaded" onRetry={settings.retry} />
        </section>
      )}
    </>
  );
}

/** Refreshes the session if its role is outdated, since an admin may have decided a request. */
function useRoleRefresh(): void {
  const { email, role } = useAccount();
  const serverRole = useQuery(query(listUsers)).data?.find((user) => user.email === email)?.role;
  useEffect(() => {
    if (serverRole && serverRole !== role) session.refreshAccount().catch(() => undefined);
    // Depends only on the server's role: the local role may change before the query is refetched.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [serverRole]);
}

const OPTIONS = [
  { value: "", label: "Select Role", disabled: true },
  { value: "user", label: "User" },
  { value: "creator", label: "Contest Creator" },
  { value: "admin", label: "Admin" },
];

const DENIAL_REASONS: Partial<Record<Account["role"], string>> = {
  creator: "You are a contest creator already.",
  admin: "You are an admin. Admins keep their role.",
  requested: "You have asked to become a contest creator. An admin will answer.",
};

/** Requests the creator role regardless of the choice; only admins assign roles. */
function RoleRequest() {
  const { email, role, requestedAt, roleAnswer } = useAccount();
  const request = useCall(requestRole);
  const denialReason = DENIAL_REASONS[role];

  const apply = async () => {
    try {
      await request.mutateAsync({ params: { email }, body: { role: "requested" } });
      await session.refreshAccount();
      toast.success("Role requested successfully!");
    } catch (error) {
      toast.error(errorMessage(error, "The request could not be sent. Please try again."));
    }
  };

  return (
    <div className="du:flex du:flex-col du:gap-4">
      <SelectField
        label="Apply for"
        name="role"
        options={OPTIONS}
        value=""
        disabled={denialReason !== undefined || request.isPending}
        onChange={() => void apply()}
        hint={denialReason ?? "Any choice asks the admins to make you a contest creator."}
      />
      {requestedAt && (
        <Note title="Your request is open">
          Sent <RelativeTime at={requestedAt} />. The answer appears here and among your notices.
        </Note>
      )}
      {!requestedAt && roleAnswer && <Decision {...roleAnswer} />}
    </div>
  );
}

function Decision({ answer, reason, at }: NonNullable<Account["roleAnswer"]>) {
  const isApproved = answer === "approved";
  return (
    <Note
      tone={isApproved ? "success" : "warning"}
      title={isApproved ? "Your request was approved" : "Your request was declined"}>
      <p>
        Answered <RelativeTime at={at} />.
        {reason && (
          <>
            {" "}
            <bdi>{reason}</bdi>
          </>
        )}
      </p>
    </Note>
  );
}

function EmailPreferences() {
  const { email } = useAccount();
  const choices = useQuery(query(listEmailPreferences));
  return (
    <Section
      headingId="e-mails"
      title="E-mails"
      className="cq-panel du:lg:col-span-2"
      titleClass="du:mb-1 du:text-xl du:font-bold">
      <p className="cq-hint du:mb-4 du:wrap-anywhere">
        They go to {email}. All of it is among your notices too, whatever you choose.
      </p>
      <QueryView query={choices} skeleton={<Skeleton />}>
        {({ isOn, choices: categories }) => (
          <>
            {!isOn && (
              <Note tone="warning" title="This site sends no e-mails at the moment">
                <p>What you choose here counts once it does.</p>
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
    <span className="cq-visually-hidden">Loading your e-mails</span>
    {EMAIL_CATEGORIES.map((topic) => (
      <span key={topic} className="cq-bone du:h-16 du:rounded-md" aria-hidden="true" />
    ))}
  </div>
);
