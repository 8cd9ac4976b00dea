import { LayoutDashboard, LogOut } from "lucide-react";
import { Link } from "react-router-dom";
import { useSession } from "@conquest/shared/singletons/session-store";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { signOut } from "../sign-out";
import { useDisclosure } from "../use-disclosure";

export function AccountMenu() {
  const account = useSession((session) => session.account);
  const user = useSession((session) => session.user);
  const { isOpen, close, place, buttonProps, panelId } = useDisclosure();
  const name = account?.name || user?.displayName || "";
  const photo = account?.image || user?.photoURL;
  return (
    <div className="sh-account" ref={place}>
      <button type="button" className="sh-account-button" aria-label="Account menu" {...buttonProps}>
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
              <Link to="/dashboard" onClick={close}>
                <LayoutDashboard aria-hidden="true" size={18} /> My Dashboard
              </Link>
            </li>
            <li>
              <button type="button" onClick={() => void signOut()}>
                <LogOut aria-hidden="true" size={18} /> Logout
              </button>
            </li>
          </ul>
        </div>
      )}
    </div>
  );
}
