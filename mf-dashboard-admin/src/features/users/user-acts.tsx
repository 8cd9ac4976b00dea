import { useState } from "react";
import { ROLES, type Role } from "@conquest/shared/contracts/endpoint";
import { deleteUser, updateUser, type Account } from "@conquest/shared/contracts/users";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog";
import { ActsMenu, type Act } from "./acts-menu";
import { ReasonDialog, fetchReasonDialog, whenReasonDialogIsHere } from "./late-reason-dialog";

const STATUS_UPDATED = "Status updated successfully! Please refresh";
const ROLE_UPDATED = "Role updated successfully!";

/** What an admin can do to one person, in a menu. What weighs more is asked about first, with a reason where the person is kept out. */
export function UserActs({ user }: { user: Account }) {
  const update = useCall(updateUser);
  const remove = useCall(deleteUser);
  const [asked, setAsked] = useState<"block" | "remove" | Role | null>(null);
  const who = user.name || user.email;
  const params = { id: user._id };
  const close = () => setAsked(null);

  const put = (body: { status: Account["status"] } | { role: Role }, done: string) =>
    update.mutate({ params, body }, { onSuccess: () => toast.success(done), onError: (error) => toast.error(error.message), onSettled: close });
  // Awaited, not handed to mutate as callbacks: the row, and this component with it, may be gone once the list was read again.
  const block = async (reason: string) => {
    await update.mutateAsync({ params, body: { status: "blocked", reason } });
    toast.success(STATUS_UPDATED);
  };
  const removeThem = async (reason: string) => {
    await remove.mutateAsync({ params, body: { reason } });
    toast.success("Successfully deleted");
  };

  const roles = ROLES.filter((role) => role !== (user.role === "requested" ? "user" : user.role)).map<Act>((role) => ({
    label: `Make ${role}`,
    onChoose: () => (role === "admin" || user.role === "admin" ? setAsked(role) : put({ role }, ROLE_UPDATED)),
  }));
  const status: Act =
    user.status === "blocked"
      ? { label: "Unblock", onChoose: () => put({ status: "verified" }, STATUS_UPDATED) }
      : { label: "Block", isDanger: true, onChoose: () => whenReasonDialogIsHere(() => setAsked("block")) };
  const removal: Act = { label: "Remove", isDanger: true, onChoose: () => whenReasonDialogIsHere(() => setAsked("remove")) };

  return (
    <>
      <ActsMenu label={`Actions for ${who}`} groups={[roles, [status, removal]]} isBusy={update.isPending && asked === null} onNear={fetchReasonDialog} />
      {asked === "block" && (
        <ReasonDialog title={`Block ${who}?`} confirmLabel={`Block ${who}`} draftName={`block:${user._id}`} hint={READ_BY} onConfirm={block} onClose={close}>
          <p>They are signed out at once and cannot sign in until you unblock them. The contests they created are hidden meanwhile.</p>
        </ReasonDialog>
      )}
      {asked === "remove" && (
        <ReasonDialog title={`Remove ${who}?`} confirmLabel={`Remove ${who}`} draftName={`remove:${user._id}`} hint={`${READ_BY} It stays when the account is gone, so leave out names.`} onConfirm={removeThem} onClose={close}>
          <p>
            They are signed out and can never sign in again with {user.email}. What others rely on, such as payments and wins, stays without their name. It cannot be
            undone.
          </p>
        </ReasonDialog>
      )}
      <RoleQuestion who={who} role={asked === "block" || asked === "remove" ? null : asked} isBusy={update.isPending} onClose={close} onConfirm={(role) => put({ role }, ROLE_UPDATED)} />
    </>
  );
}

/** Who reads a reason, for whoever types it. */
export const READ_BY = "The person reads it when they try to sign in, and in an e-mail. Nobody else does, but admins.";

interface RoleQuestionProps {
  who: string;
  role: Role | null;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: (role: Role) => void;
}

/** Before an admin's power is given or taken. */
function RoleQuestion({ who, role, isBusy, onClose, onConfirm }: RoleQuestionProps) {
  const isPromotion = role === "admin";
  return (
    <ConfirmDialog
      isOpen={role !== null}
      onClose={onClose}
      onConfirm={() => role && onConfirm(role)}
      title={isPromotion ? `Make ${who} an admin?` : `Take the admin role from ${who}?`}
      confirmLabel={isPromotion ? "Make admin" : "Take admin role"}
      isBusy={isBusy}
      tone={isPromotion ? "primary" : "danger"}
    >
      <p>
        {isPromotion
          ? "Admins see every person and contest, and may block, remove and confirm, as you do."
          : "They lose sight of people and contests they do not own with their next click."}
      </p>
    </ConfirmDialog>
  );
}
