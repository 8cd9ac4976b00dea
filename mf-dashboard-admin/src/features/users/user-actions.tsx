import { useState } from "react";
import { ROLES, type Role } from "@conquest/shared/contracts/http/endpoint";
import { deleteUser, updateUser, type Account } from "@conquest/shared/contracts/users";
import { msg } from "@conquest/shared/contracts/text/message";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { ActionsMenu, type MenuAction } from "@conquest/shared/ui/list/actions-menu";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";
import { Check, X } from "lucide-react";
import { Button } from "@conquest/shared/ui/button";
import { focusRowIfLost } from "@conquest/shared/ui/page/focus-heading";

const STATUS_UPDATED = msg("Status updated successfully! Please refresh");
const ROLE_UPDATED = msg("Role updated successfully!");

const ROLE_ACTIONS: Record<Role, string> = {
  user: msg("Make user"),
  creator: msg("Make creator"),
  admin: msg("Make admin"),
};

export function UserActions({ user }: { user: Account }) {
  const update = useCall(updateUser);
  const remove = useCall(deleteUser);
  const [dialog, setDialog] = useState<"block" | "remove" | Role | null>(null);
  const displayName = user.name || user.email;
  const params = { id: user._id };
  const openDialog = (name: NonNullable<typeof dialog>) => whenDialogsLoaded(() => setDialog(name));
  const close = () => setDialog(null);

  const applyUpdate = (body: { status: Account["status"] } | { role: Role }, done: string) =>
    update.mutate(
      { params, query: { expectedRole: user.role }, body },
      { onSuccess: () => toast.success(t(done)), onError: (error) => toast.error(error.message), onSettled: close },
    );
  // Awaited, since callbacks passed to mutate do not run after unmounting, and the refetched list may lack this row.
  const block = async (reason: string) => {
    await update.mutateAsync({ params, body: { status: "blocked", reason } });
    toast.success(t(STATUS_UPDATED));
  };
  const removeUser = async (reason: string) => {
    await remove.mutateAsync({ params, body: { reason } });
    toast.success(t("Successfully deleted"));
  };

  const currentRole = user.role === "requested" ? "user" : user.role;
  const roles = ROLES.filter((role) => role !== currentRole).map<MenuAction>((role) => ({
    label: t(ROLE_ACTIONS[role]),
    onChoose: () =>
      role === "admin" || currentRole !== "user" ? openDialog(role) : applyUpdate({ role }, ROLE_UPDATED),
  }));
  const status: MenuAction =
    user.status === "blocked"
      ? { label: t("Unblock"), onChoose: () => applyUpdate({ status: "verified" }, STATUS_UPDATED) }
      : { label: t("Block"), isDanger: true, onChoose: () => openDialog("block") };
  const removal: MenuAction = { label: t("Remove"), isDanger: true, onChoose: () => openDialog("remove") };

  return (
    <>
      <ActionsMenu
        label={t("Actions for {name}", { name: displayName })}
        groups={[roles, [status, removal]]}
        isBusy={update.isPending && dialog === null}
        onNear={preloadDialogs}
      />
      {dialog === "block" && (
        <ReasonDialog
          title={t("Block {name}?", { name: displayName })}
          confirmLabel={t("Block {name}", { name: displayName })}
          draftName={`block:${user._id}`}
          hint={t(REASON_HINT)}
          onConfirm={block}
          onClose={close}>
          <p>{t(BLOCK_CONSEQUENCE)}</p>
        </ReasonDialog>
      )}
      {dialog === "remove" && (
        <ReasonDialog
          title={t("Remove {name}?", { name: displayName })}
          confirmLabel={t("Remove {name}", { name: displayName })}
          draftName={`remove:${user._id}`}
          hint={`${t(REASON_HINT)} ${t("It's kept after the account is gone, so leave out names.")}`}
          onConfirm={removeUser}
          onClose={close}>
          <p>
            {t(
              "They're logged out and can never log in again with {email}. Records others rely on, such as payments and wins, stay without their name. This can't be undone.",
              { email: user.email },
            )}
          </p>
        </ReasonDialog>
      )}
      {dialog !== null && dialog !== "block" && dialog !== "remove" && (
        <RoleDialog
          who={displayName}
          from={currentRole}
          role={dialog}
          isBusy={update.isPending}
          onClose={close}
          onConfirm={() => applyUpdate({ role: dialog }, ROLE_UPDATED)}
        />
      )}
    </>
  );
}

export const REASON_HINT = msg("They see this when they try to log in, and by email. Admins can see it too.");

export const BLOCK_CONSEQUENCE = msg(
  "They're logged out right away and can't log in until you unblock them. Contests they created are hidden until then.",
);

export const ReasonDialog = lazyComponent(
  () => import(/* webpackChunkName: "reason-dialog" */ "@conquest/shared/ui/dialog/reason-dialog"),
);
const RoleDialog = lazyComponent(() => import(/* webpackChunkName: "role-question" */ "./role-dialog"));

const load = () => Promise.all([ReasonDialog.load(), RoleDialog.load()]);

/** Preloads the dialogs, so that a click need not wait. */
export const preloadDialogs = () => void load().catch(() => undefined);

export const whenDialogsLoaded = (then: () => void) => whenLoaded({ load }, then);

export function RoleRequestDecision({ user }: { user: Account }) {
  const approval = useCall(updateUser);
  const rejection = useCall(updateUser);
  const [isDeclining, setDeclining] = useState(false);
  const displayName = user.name || user.email;
  const input = { params: { id: user._id }, query: { expectedRole: "requested" as const } };

  // Awaited: callbacks passed to mutate do not run after unmounting, and a decided request unmounts this component.
  const approve = async () => {
    try {
      await approval.mutateAsync({ ...input, body: { role: "creator" } });
      toast.success(t(ROLE_UPDATED));
      focusRowIfLost(user._id);
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  const decline = async (reason: string) => {
    await rejection.mutateAsync({ ...input, body: { role: "user", reason } });
    toast.success(t(ROLE_UPDATED));
    focusRowIfLost(user._id);
  };

  return (
    <span className="da:inline-flex da:flex-wrap da:gap-2">
      <Button size="sm" isBusy={approval.isPending} aria-describedby={user._id} onClick={() => void approve()}>
        {!approval.isPending && <Check aria-hidden="true" size={16} />} {t("Approve")}
      </Button>
      <Button
        size="sm"
        variant="secondary"
        aria-describedby={user._id}
        onFocus={preloadDialogs}
        onPointerEnter={preloadDialogs}
        onClick={() => whenDialogsLoaded(() => setDeclining(true))}>
        <X aria-hidden="true" size={16} /> {t("Decline")}
      </Button>
      {isDeclining && (
        <ReasonDialog
          title={t("Decline the request of {name}?", { name: displayName })}
          confirmLabel={t("Decline request")}
          draftName={`decline:${user._id}`}
          hint={t("{name} will see this.", { name: displayName })}
          isOptional
          onConfirm={decline}
          onClose={() => setDeclining(false)}>
          <p>{t("They stay a user, get a notification and can request again.")}</p>
        </ReasonDialog>
      )}
    </span>
  );
}
