import { useState } from "react";
import { ROLES, type Role } from "@conquest/shared/contracts/http/endpoint";
import { deleteUser, updateUser, type Account } from "@conquest/shared/contracts/users";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { ActionsMenu, type Act } from "./actions-menu";
import { ReasonDialog, RoleQuestion, preloadDialogs, whenDialogsLoaded } from "./lazy-dialogs";

const STATUS_UPDATED = "Status updated successfully! Please refresh";
const ROLE_UPDATED = "Role updated successfully!";

/** What an admin can do to one person, in a menu. What weighs more is asked about first, with a reason where the person is kept out. */
export function UserActions({ user }: { user: Account }) {
  const update = useCall(updateUser);
  const remove = useCall(deleteUser);
  const [asked, setAsked] = useState<"block" | "remove" | Role | null>(null);
  const who = user.name || user.email;
  const params = { id: user._id };
  const ask = (what: NonNullable<typeof asked>) => whenDialogsLoaded(() => setAsked(what));
  const close = () => setAsked(null);

  const put = (body: { status: Account["status"] } | { role: Role }, done: string) =>
    update.mutate(
      { params, body },
      { onSuccess: () => toast.success(done), onError: (error) => toast.error(error.message), onSettled: close },
    );
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
    onChoose: () => (role === "admin" || user.role === "admin" ? ask(role) : put({ role }, ROLE_UPDATED)),
  }));
  const status: Act =
    user.status === "blocked"
      ? { label: "Unblock", onChoose: () => put({ status: "verified" }, STATUS_UPDATED) }
      : { label: "Block", isDanger: true, onChoose: () => ask("block") };
  const removal: Act = { label: "Remove", isDanger: true, onChoose: () => ask("remove") };

  return (
    <>
      <ActionsMenu
        label={`Actions for ${who}`}
        groups={[roles, [status, removal]]}
        isBusy={update.isPending && asked === null}
        onNear={preloadDialogs}
      />
      {asked === "block" && (
        <ReasonDialog
          title={`Block ${who}?`}
          confirmLabel={`Block ${who}`}
          draftName={`block:${user._id}`}
          hint={READ_BY}
          onConfirm={block}
          onClose={close}>
          <p>
            They are signed out at once and cannot sign in until you unblock them. The contests they created are hidden
            meanwhile.
          </p>
        </ReasonDialog>
      )}
      {asked === "remove" && (
        <ReasonDialog
          title={`Remove ${who}?`}
          confirmLabel={`Remove ${who}`}
          draftName={`remove:${user._id}`}
          hint={`${READ_BY} It stays when the account is gone, so leave out names.`}
          onConfirm={removeThem}
          onClose={close}>
          <p>
            They are signed out and can never sign in again with {user.email}. What others rely on, such as payments and
            wins, stays without their name. It cannot be undone.
          </p>
        </ReasonDialog>
      )}
      {asked !== null && asked !== "block" && asked !== "remove" && (
        <RoleQuestion
          who={who}
          role={asked}
          isBusy={update.isPending}
          onClose={close}
          onConfirm={() => put({ role: asked }, ROLE_UPDATED)}
        />
      )}
    </>
  );
}

/** Who reads a reason, for whoever types it. */
export const READ_BY = "The person reads it when they try to sign in, and in an e-mail. Nobody else does, but admins.";
