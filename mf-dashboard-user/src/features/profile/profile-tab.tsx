import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { listUsers, requestRole, withdrawRoleRequest, type Account } from "@conquest/shared/contracts/users";
import { getMyStats } from "@conquest/shared/contracts/winners";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { language, msg, T, t } from "@conquest/shared/singletons/language";
import { session, useAccount, useSession } from "@conquest/shared/singletons/session-store";
import { useTheme } from "@conquest/shared/singletons/theme-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Badge } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { SelectField, type SelectOption } from "@conquest/shared/ui/form/select-field";
import { lookUp } from "@conquest/shared/ui/format/labels";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { errorMessage } from "@conquest/shared/ui/format/text";
import { formatDate, RelativeTime } from "@conquest/shared/ui/format/time";
import { Note } from "@conquest/shared/ui/note";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Fact, Section } from "@conquest/shared/ui/page/section";
import { useLoaded } from "@conquest/shared/ui/page/use-loaded";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { FailedState } from "@conquest/shared/ui/state/failed-state";
import { ProgressRing } from "@conquest/shared/ui/state/progress-ring";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Spinner } from "@conquest/shared/ui/state/spinner";

/** Two columns: the third panel is about as high as the first two. */
const SMALL_PANELS =
  "du:grid du:items-start du:gap-4 du:sm:grid-cols-2 du:sm:grid-rows-[auto_1fr] du:sm:gap-6 du:sm:[&>:nth-child(3)]:col-start-2 du:sm:[&>:nth-child(3)]:row-[1/3]";

const PANEL = { className: "cq-panel", titleClass: "du:mb-4 du:text-xl du:font-bold" };

export function ProfileTab() {
  const { role } = useAccount();
  const isParticipantsPage = useLocation().pathname.endsWith("/my_profile");
  useRoleRefresh();
  return (
    <div className="du:grid du:items-start du:gap-4 du:sm:gap-6 du:lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="du:grid du:gap-4 du:sm:gap-6 du:md:grid-cols-2 du:lg:grid-cols-1">
        <Identity />
        {(isParticipantsPage || role === "user" || role === "requested") && <WinRate />}
      </div>
      <div className="du:grid du:gap-4 du:sm:gap-6">
        <UpdateProfile />
        <div className={SMALL_PANELS}>
          <Section {...PANEL} headingId="role-request" title={t("Your role")}>
            <RoleRequest />
          </Section>
          <Appearance />
          <LanguageAndTime />
        </div>
      </div>
    </div>
  );
}

const BANNER = [
  "du:flex du:items-center du:justify-center du:gap-4 du:bg-deep du:px-5 du:pt-3 du:pb-7 du:text-on-deep du:lg:flex-col du:lg:pt-8 du:lg:pb-12",
  "du:[clip-path:polygon(0_0,100%_0,100%_100%,50%_calc(100%-1.5rem),0_100%)]",
].join(" ");

const ROLES: Record<Account["role"], string> = {
  user: msg("USER"),
  requested: msg("REQUESTED"),
  creator: msg("CREATOR"),
  admin: msg("ADMIN"),
};

function formatJoinDate(iso: string): string {
  const date = new Date(iso);
  return language() === "en" ? date.toDateString() : formatDate(date.toISOString());
}

function Identity() {
  const { name, email, image, role, createdAt } = useAccount();
  const user = useSession((state) => state.user);
  return (
    <section aria-label={t("Account")} className="cq-card du:h-auto">
      <div className={BANNER}>
        <span className="du:rounded-full du:bg-deep-far du:p-1.5 du:max-lg:*:size-16">
          <Avatar
            src={image || user?.photoURL}
            name={name}
            size={96}
            alt={t("Profile picture of {name}", { name: name || email })}
          />
        </span>
        <p>
          <span className="cq-visually-hidden">{t("Your role:")} </span>
          <Badge tone="gold">{t(lookUp(ROLES, role, (words) => words.toUpperCase()))}</Badge>
        </p>
      </div>
      <dl className="du:flex du:flex-wrap du:gap-x-3 du:gap-y-2 du:p-4 du:*:min-w-1/3 du:lg:p-6 du:*:flex-auto">
        <div>
          <dt className="cq-hint">{t("Name")}</dt>
          <dd className="du:text-left du:text-lg du:font-bold du:wrap-anywhere" dir="auto" lang={langOf(name)}>
            {name || t("No name yet")}
          </dd>
        </div>
        <Fact name={t("Join date")}>{formatJoinDate(user?.metadata.creationTime ?? createdAt)}</Fact>
        <Fact name={t("Email")} className="du:break-all">
          {email}
        </Fact>
        <Fact name={t("User ID")} className="du:text-sm du:break-all">
          {user?.uid}
        </Fact>
      </dl>
    </section>
  );
}

const WON = msg("{n, plural, one {Won {won} of # finished contest} other {Won {won} of # finished contests}}");
const JOINED = msg("{n, plural, one {You've joined # contest so far.} other {You've joined # contests so far.}}");

/** As high as the loaded content, to avoid a layout shift. */
const StatsSkeleton = () => (
  <>
    <div className="cq-ring du:grid du:place-items-center">
      <Spinner label={t("Loading your win rate")} />
    </div>
    <p className="du:invisible du:font-semibold">{t(WON, { n: 10, won: 1 })}</p>
    <p className="cq-hint du:invisible">{t(JOINED, { n: 10 })}</p>
  </>
);

/** Phones show the ring beside the texts, which saves half of the height. */
const WIN_RATE = [
  "cq-panel du:grid du:grid-cols-[auto_minmax(0,1fr)] du:items-center du:gap-x-4 du:gap-y-1 du:max-md:[&>.cq-ring]:row-[1/4] du:max-md:[&>.cq-ring]:size-28",
  "du:max-md:[&>:not(.cq-ring)]:col-start-2 du:md:grid-cols-1 du:md:justify-items-center du:md:gap-3 du:md:text-center",
].join(" ");

function WinRate() {
  const { email } = useAccount();
  const stats = useQuery(query(getMyStats, { params: { email } }));
  return (
    <Section headingId="win-rate" title={t("Win rate")} titleClass="du:text-xl du:font-bold" className={WIN_RATE}>
      <QueryView query={stats} skeleton={<StatsSkeleton />}>
        {({ won, finished, joined, left = 0 }) => (
          <>
            <ProgressRing percent={finished === 0 ? 0 : (won / finished) * 100} label={t("Win rate")} />
            <p className="du:font-semibold">
              {finished === 0 ? t("No finished contests yet") : t(WON, { n: finished, won })}
            </p>
            <p className="cq-hint">
              {joined === 0 ? t("You haven't joined any contests yet.") : t(JOINED, { n: joined })}
              {left > 0 && ` ${t("{n, plural, one {You left # contest.} other {You left # contests.}}", { n: left })}`}
            </p>
          </>
        )}
      </QueryView>
    </Section>
  );
}

const ProfileForm = lazyComponent(() => import(/* webpackChunkName: "profile-form" */ "./profile-form"));

function UpdateProfile() {
  const { _id } = useAccount();
  const form = useLoaded(ProfileForm.load);
  return (
    <Section {...PANEL} headingId="update-profile" title={t("Update your profile")}>
      <p className="cq-hint du:-mt-3 du:mb-6">{t("Leave a field blank to keep it as it is.")}</p>
      {form.is === "loading" && (
        <div aria-hidden="true" className="cq-bone du:min-h-96 du:sm:min-h-91 du:max-sm:in-[:lang(bn)]:min-h-103" />
      )}
      {form.is === "failed" && <FailedState error={null} title={t("Couldn't load this form")} onRetry={form.retry} />}
      {form.is === "here" && <ProfileForm key={_id} />}
    </Section>
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

const translated = (options: readonly SelectOption[]) =>
  options.map((option) => ({ ...option, label: t(option.label) }));

const OPTIONS = [
  { value: "", label: msg("Select Role"), disabled: true },
  { value: "user", label: msg("User") },
  { value: "creator", label: msg("Contest Creator") },
  { value: "admin", label: msg("Admin") },
];

const DENIAL_REASONS: Partial<Record<Account["role"], string>> = {
  creator: msg("You're already a contest creator."),
  admin: msg("You're an admin. Admins keep their role."),
  requested: msg("An admin is reviewing your request to become a contest creator."),
};

/** Requests the creator role regardless of the choice; only admins assign roles. */
function RoleRequest() {
  const { email, role, requestedAt, roleAnswer } = useAccount();
  const request = useCall(requestRole);
  const withdrawal = useCall(withdrawRoleRequest);
  const denialReason = DENIAL_REASONS[role];

  const apply = async () => {
    try {
      await request.mutateAsync({ params: { email }, body: { role: "requested" } });
      await session.refreshAccount();
      toast.success(t("Role requested successfully!"));
    } catch (error) {
      toast.error(errorMessage(error, t("Couldn't send your request. Try again.")));
    }
  };

  const withdraw = async () => {
    try {
      await withdrawal.mutateAsync({});
      toast.success(t("Request withdrawn"));
    } catch (error) {
      toast.error(errorMessage(error, t("Couldn't withdraw your request. Try again.")));
    }
    // An admin may have decided in the meantime.
    await session.refreshAccount().catch(() => undefined);
  };

  return (
    // The home page links to it.
    <div id="apply" tabIndex={-1} className="du:flex du:scroll-mt-24 du:flex-col du:gap-4">
      {role === "user" && <p>{t("To run contests, request to become a creator.")}</p>}
      <SelectField
        label={t("Apply for")}
        name="role"
        options={translated(OPTIONS)}
        value=""
        disabled={denialReason !== undefined || request.isPending}
        onChange={() => void apply()}
        hint={denialReason ? t(denialReason) : t("Any choice sends a request to become a contest creator.")}
      />
      {requestedAt && (
        <Note title={t("Your request is pending")}>
          <p>
            <T text="Sent {time}. We'll notify you when an admin decides." time={<RelativeTime at={requestedAt} />} />
          </p>
          <Button
            variant="secondary"
            size="sm"
            className="du:mt-3"
            isBusy={withdrawal.isPending}
            onClick={() => void withdraw()}>
            {t("Withdraw request")}
          </Button>
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
      title={t(isApproved ? "Your request was approved" : "Your request was declined")}>
      <p>
        <T text="Decided {time}." time={<RelativeTime at={at} />} />
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

const APPEARANCES = [
  { value: "light", label: msg("Light") },
  { value: "dark", label: msg("Dark") },
  { value: "system", label: msg("System") },
] as const;

function Appearance() {
  const { appearance, setTheme } = useTheme();
  // An older shell does not know "system".
  if (appearance === undefined) return null;
  const choose = (value: string) => {
    const chosen = APPEARANCES.find((option) => option.value === value);
    if (chosen) setTheme(chosen.value);
  };
  return (
    <Section {...PANEL} headingId="account-appearance" title={t("Appearance")}>
      <SelectField
        label={t("Theme")}
        name="appearance"
        options={translated(APPEARANCES)}
        value={appearance}
        onChange={({ target }) => choose(target.value)}
        hint={t("System follows the setting of your device. Saved in this browser.")}
      />
    </Section>
  );
}

const Preferences = lazyComponent(() => import(/* webpackChunkName: "preferences" */ "./preferences"));

function LanguageAndTime() {
  const { timeZone } = useAccount();
  const fields = useLoaded(Preferences.load);
  // An older server does not store them.
  if (timeZone === undefined) return null;
  return (
    <Section {...PANEL} headingId="language-and-time" title={t("Language and time")}>
      {fields.is === "loading" && <div aria-hidden="true" className="cq-bone du:min-h-40" />}
      {fields.is === "failed" && (
        <FailedState error={null} title={t("Couldn't load this form")} onRetry={fields.retry} />
      )}
      {fields.is === "here" && <Preferences />}
    </Section>
  );
}
