import { useEffect, useState, type ReactNode } from "react";
import { LogOut, Menu, Search, Sparkles, X } from "lucide-react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { requestRole, type Account } from "@conquest/shared/contracts/users";
import { msg } from "@conquest/shared/contracts/text/message";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { language, t } from "@conquest/shared/singletons/language";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { labelOf } from "@conquest/shared/ui/format/labels";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { Logo } from "@conquest/shared/ui/picture/logo";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { findCurrentEntry } from "../../registry/site-map";
import { useHasRequestedAllParts, useKnowsAllParts, useSite } from "../../remote-part/site-context";
import { Content, SkipLink } from "../site-frame";
import { MenuIcon } from "../menu-icon";
import NoticeBell from "../notices/notice-bell";
import { signOut } from "../sign-out";
import { LanguageSwitch } from "../navbar/language-switch";
import { ThemeSwitch } from "../navbar/theme-switch";
import { useDisclosure } from "../use-disclosure";
import { VerificationBanner } from "./verification-banner";

export default function DashboardFrame({ children }: { children: ReactNode }) {
  const { isOpen, place: containerRef, buttonProps, panelId } = useDisclosure();
  const isSignedIn = useSession(({ phase }) => phase === "signed-in");
  return (
    <div className="sh-dashboard">
      <SkipLink />
      <div ref={containerRef} className="sh-side-place">
        <header className="sh-topbar">
          <Link to="/" className="sh-navbar-logo">
            <Logo />
          </Link>
          <div className="sh-topbar-end">
            {isSignedIn && <NoticeBell />}
            <button type="button" className="sh-icon-button" aria-label={t("Dashboard menu")} {...buttonProps}>
              {isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
            </button>
          </div>
        </header>
        <aside className="sh-side" aria-label={t("Account")} id={panelId} data-open={isOpen}>
          <Link to="/" className="sh-side-logo">
            <Logo />
          </Link>
          <SideMenu />
        </aside>
      </div>
      <div>
        <VerificationBanner />
        <Content>{children}</Content>
      </div>
    </div>
  );
}

const ROLES: Record<Account["role"], string> = {
  user: msg("user"),
  creator: msg("creator"),
  admin: msg("admin"),
  requested: msg("user, creator requested"),
};

/** A menu without the entries of a part is completed as soon as the registry can be read. */
const MENU_RETRY_MS = 10_000;

function SideMenu() {
  const account = useSession((state) => state.account);
  const { registry } = useSite();
  const knowsAllParts = useKnowsAllParts();
  const hasRequestedAll = useHasRequestedAllParts();
  const navigate = useNavigate();
  useEffect(() => {
    if (knowsAllParts) return;
    const complete = () => void registry.complete();
    complete();
    const timer = setInterval(complete, MENU_RETRY_MS);
    return () => clearInterval(timer);
  }, [registry, knowsAllParts]);
  // An unreadable registry entry must not hide the menu entries of other parts.
  if (!account || !(knowsAllParts || hasRequestedAll)) return <Spinner label={t("Loading your menu")} />;

  const handleLogout = async () => {
    if (await signOut()) await navigate("/login", { replace: true });
  };
  return (
    <>
      <div className="sh-side-person">
        <Avatar src={account.image} name={account.name} alt="" size={40} />
        <div>
          <p className="sh-side-name" dir="auto">
            {account.name}
          </p>
          <p className="sh-side-role">{t(labelOf(ROLES, account.role))}</p>
        </div>
        <NoticeBell />
      </div>
      <SideNav account={account} />
      <div className="sh-side-foot">
        {account.role === "user" && <BecomeCreator account={account} />}
        {account.role === "requested" && (
          <Link to="/dashboard/profile#apply" className="sh-side-link">
            <Sparkles aria-hidden="true" size={20} />
            {t("Creator request sent")}
          </Link>
        )}
        <button type="button" className="sh-side-link" onClick={() => void handleLogout()}>
          <LogOut aria-hidden="true" size={20} />
          {t("Logout")}
        </button>
        <LanguageSwitch className="sh-side-link" />
        <ThemeSwitch />
      </div>
    </>
  );
}

function SideNav({ account }: { account: Account }) {
  const entries = useSite().map.menuFor(account);
  const current = findCurrentEntry(entries, useLocation().pathname);
  return (
    <nav aria-label={t("Dashboard")} className="sh-side-nav">
      <ul>
        {entries.map((entry) => (
          <li key={entry.to}>
            <Link to={entry.to} className="sh-side-link" aria-current={entry === current ? "page" : undefined}>
              <MenuIcon icon={entry.icon} shapes={entry.shapes} />
              {entry.labels?.[language()] ?? entry.label}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/all_contests#search" className="sh-side-link">
            <Search aria-hidden="true" size={20} />
            {t("Search contests")}
          </Link>
        </li>
      </ul>
    </nav>
  );
}

function BecomeCreator({ account }: { account: Account }) {
  const request = useCall(requestRole);
  const [isSending, setSending] = useState(false);
  const sendRequest = async () => {
    if (isSending) return;
    setSending(true);
    try {
      await request.mutateAsync({ params: { email: account.email }, body: { role: "requested" } });
      toast.success(t("Role requested successfully!"));
      await session.refreshAccount();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : t("Couldn't send your request. Try again."));
    } finally {
      setSending(false);
    }
  };
  return (
    <button
      type="button"
      className="sh-side-link sh-become"
      aria-disabled={isSending || undefined}
      onClick={() => void sendRequest()}>
      <Sparkles aria-hidden="true" size={20} />
      {t("Become A Creator")}
    </button>
  );
}
