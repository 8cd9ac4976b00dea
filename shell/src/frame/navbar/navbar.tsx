import { useEffect, useState } from "react";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Menu, X } from "lucide-react";
import { Link, NavLink } from "react-router-dom";
import { msg, t } from "@conquest/shared/singletons/language";
import { useSession } from "@conquest/shared/singletons/session-store";
import { ButtonLink } from "@conquest/shared/ui/button";
import { Logo } from "@conquest/shared/ui/picture/logo";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { withMessages } from "../../language/page-messages";
import { LanguageSwitch } from "./language-switch";
import { ThemeSwitch } from "./theme-switch";
import { useDisclosure } from "../use-disclosure";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { signOut } from "../sign-out";

const NoticeBell = lazyComponent(() =>
  withMessages(import(/* webpackChunkName: "notice-bell" */ "../notices/notice-bell")),
);

/** Loads the bell lazily, since visitors do not need it. A placeholder of equal width remains if loading fails; the dashboard also lists notices. */
function LazyNoticeBell() {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(
    () =>
      void NoticeBell.load().then(
        () => setLoaded(true),
        () => undefined,
      ),
    [],
  );
  return isLoaded ? <NoticeBell /> : <span className="sh-icon-button" aria-hidden="true" />;
}

const LINKS = [
  { to: "/", label: msg("Home") },
  { to: "/all_contests", label: msg("All Contests") },
  { to: "/top_contests", label: msg("Top Contests") },
  { to: "/contact_us", label: msg("Contact Us") },
];

export function Navbar() {
  const { isOpen, place, buttonProps, panelId } = useDisclosure();
  useEffect(() => {
    // The menu precedes its button in the DOM, so Tab would skip it.
    if (isOpen) place.current?.querySelector<HTMLElement>(".sh-navbar-link")?.focus();
  }, [isOpen, place]);
  return (
    <header className="sh-navbar" id="navbar">
      <div className="sh-navbar-row" ref={place}>
        <Link to="/" className="sh-navbar-logo">
          <Logo />
        </Link>
        <div className="sh-navbar-nav" id={panelId} data-open={isOpen}>
          <nav className="sh-navbar-main" aria-label={t("Main")}>
            <ul className="sh-navbar-links">
              {LINKS.map(({ to, label }) => (
                <li key={to}>
                  <NavLink to={to} end className="sh-navbar-link">
                    {t(label)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className="sh-navbar-settings">
            <LanguageSwitch className="sh-navbar-link sh-navbar-language" />
            <ThemeSwitch />
          </div>
        </div>
        <div className="sh-navbar-end">
          <Link
            to="/all_contests#search"
            className="cq-icon sh-icon-button sh-navbar-search"
            aria-label={t("Search")}
          />
          <Visitor />
          <button type="button" className="sh-icon-button sh-navbar-toggle" aria-label={t("Menu")} {...buttonProps}>
            {isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
          </button>
        </div>
      </div>
    </header>
  );
}

function Visitor() {
  const phase = useSession((session) => session.phase);
  if (phase === "signed-in")
    return (
      <>
        <LazyNoticeBell />
        <AccountMenu />
      </>
    );
  return (
    <span className="sh-visitor">
      {phase === "loading" && <Spinner label={t("Loading your account")} />}
      {/* Visible during loading only if scripts are disabled. */}
      <ButtonLink to="/login" size="sm" className={phase === "loading" ? "sh-without-scripts" : undefined}>
        {t("Login")}
      </ButtonLink>
    </span>
  );
}

function AccountMenu() {
  const account = useSession((session) => session.account);
  const user = useSession((session) => session.user);
  const { isOpen, close, place, buttonProps, panelId } = useDisclosure();
  const name = account?.name || user?.displayName || "";
  const photo = account?.image || user?.photoURL;
  return (
    <div className="sh-account" ref={place}>
      <button type="button" className="sh-account-button" aria-label={t("Account menu")} {...buttonProps}>
        <Avatar src={photo} name={name} alt="" size={36} />
      </button>
      {isOpen && (
        <div className="sh-account-panel" id={panelId}>
          <div className="sh-account-person">
            <Avatar src={photo} name={name} size={48} />
            <div>
              <p className="sh-account-name" dir="auto">
                {name}
              </p>
              <p className="sh-account-email">{account?.email ?? user?.email}</p>
            </div>
          </div>
          <ul className="sh-account-entries">
            <li>
              <Link to="/dashboard" className="cq-icon sh-account-dashboard" onClick={close}>
                {t("My Dashboard")}
              </Link>
            </li>
            <li>
              <Link to="/dashboard/my_participated_contests" className="cq-icon cq-icon-flag" onClick={close}>
                {t("My Participated Contests")}
              </Link>
            </li>
            <li>
              <button type="button" className="cq-icon sh-account-logout" onClick={() => void signOut()}>
                {t("Logout")}
              </button>
            </li>
          </ul>
        </div>
      )}
    </div>
  );
}
