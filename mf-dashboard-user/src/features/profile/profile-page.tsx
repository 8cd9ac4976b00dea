import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useEffect, useState } from "react";
import { listUsers } from "@conquest/shared/contracts/users";
import { query } from "@conquest/shared/singletons/api-hooks";
import { useAccount, session, useSession } from "@conquest/shared/singletons/session-store";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { Badge } from "@conquest/shared/ui/badge";
import { ButtonLink } from "@conquest/shared/ui/button";
import { FailedState } from "@conquest/shared/ui/state/failed-state";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { EmailPreferences } from "./email-preferences";
import { RoleRequest } from "./role-request";

/** Loaded lazily, since it is large, below the fold and rarely used. */
const AccountSettings = lazyComponent(
  () => import(/* webpackChunkName: "account-settings" */ "./account/account-settings"),
);

const NAMELESS = "No name yet";

export default function ProfilePage() {
  const { name, email, image, role, createdAt } = useAccount();
  const user = useSession((state) => state.user);
  const settings = useAccountSettings();
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
            <div>
              <dt className="cq-hint">User ID</dt>
              <dd className="du:break-all">{user?.uid}</dd>
            </div>
            <div>
              <dt className="cq-hint">Name</dt>
              <dd className="du:text-left du:wrap-anywhere" dir="auto">
                {name || NAMELESS}
              </dd>
            </div>
            <div>
              <dt className="cq-hint">Email</dt>
              <dd className="du:break-all">{email}</dd>
            </div>
            <div>
              <dt className="cq-hint">Join date</dt>
              <dd>{new Date(user?.metadata.creationTime ?? createdAt).toDateString()}</dd>
            </div>
          </dl>
          <ButtonLink to="/dashboard/my_profile" variant="secondary" size="sm" className="du:mt-6">
            <Pencil aria-hidden="true" size={16} /> Change name and picture
          </ButtonLink>
        </section>
        <section aria-labelledby="role-request" className="cq-panel">
          <h2 id="role-request" className="du:mb-4 du:text-xl du:font-bold">
            Your role
          </h2>
          <RoleRequest />
        </section>
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
          <FailedState error={null} title="The settings of your account could not be loaded" onRetry={settings.again} />
        </section>
      )}
    </>
  );
}

type Settings = { is: "loading" } | { is: "here" } | { is: "failed"; again: () => void };

function useAccountSettings(): Settings {
  const [attempt, setAttempt] = useState(0);
  const [settings, setSettings] = useState<Settings>({ is: "loading" });
  useEffect(() => {
    let isCancelled = false;
    const settle = (next: Settings) => {
      if (!isCancelled) setSettings(next);
    };
    settle({ is: "loading" });
    AccountSettings.load().then(
      () => settle({ is: "here" }),
      () => settle({ is: "failed", again: () => setAttempt(attempt + 1) }),
    );
    return () => {
      isCancelled = true;
    };
  }, [attempt]);
  return settings;
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
