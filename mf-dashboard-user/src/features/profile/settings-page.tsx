import { useLocation, useSearchParams } from "react-router-dom";
import { msg, t } from "@conquest/shared/singletons/language";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { TabLinks } from "@conquest/shared/ui/page/tab-links";
import { useLoaded } from "@conquest/shared/ui/page/use-loaded";
import { FailedState } from "@conquest/shared/ui/state/failed-state";
import { ProfileTab } from "./profile-tab";

const TABS = {
  profile: msg("Profile"),
  security: msg("Security"),
  emails: msg("Emails"),
  calendar: msg("Calendar"),
  data: msg("Data"),
};
type Tab = keyof typeof TABS;

const isTab = (name: string | null): name is Tab => name !== null && Object.hasOwn(TABS, name);

/** The page of both /dashboard/profile and /dashboard/my_profile. */
export default function SettingsPage() {
  const { pathname } = useLocation();
  const asked = useSearchParams()[0].get("tab");
  const current = isTab(asked) ? asked : "profile";
  return (
    <>
      <PageHeading title={t(pathname.endsWith("/my_profile") ? "My Profile" : "Profile")} />
      <TabLinks
        label={t("Settings")}
        tabs={Object.entries(TABS).map(([tab, label]) => ({
          to: tab === "profile" ? pathname : `${pathname}?tab=${tab}`,
          label: t(label),
          isCurrent: tab === current,
        }))}
      />
      {current === "profile" ? <ProfileTab /> : <AccountTab tab={current} />}
    </>
  );
}

/** Loaded lazily, since it is large and rarely used. */
const AccountSettings = lazyComponent(
  () => import(/* webpackChunkName: "account-settings" */ "./account/account-settings"),
);

function AccountTab({ tab }: { tab: Exclude<Tab, "profile"> }) {
  const settings = useLoaded(AccountSettings.load);
  if (settings.is === "here") return <AccountSettings tab={tab} />;
  if (settings.is === "failed")
    return <FailedState error={null} title={t("Couldn't load your account settings")} onRetry={settings.retry} />;
  return (
    <div role="status">
      <span className="cq-visually-hidden">{t("Loading your account settings")}</span>
      <div aria-hidden="true" className="cq-bone du:min-h-80" />
    </div>
  );
}
