import { useState } from "react";
import { ROLES, type Role } from "@conquest/shared/contracts/endpoint";
import { updateUser, type Account } from "@conquest/shared/contracts/users";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog";
import { RowSelect } from "./row-select";

const OPTIONS = [
  { value: "admin", label: "Admin" },
  { value: "creator", label: "Creator" },
  { value: "user", label: "User" },
];

/** Admin, creator or user. Giving or taking an admin's power is asked about first. */
export function RoleChoice({ user }: { user: Account }) {
  const update = useCall(updateUser);
  const [asked, setAsked] = useState<Role>();
  const who = user.name || user.email;

  const put = (role: Role) =>
    update.mutate(
      { params: { id: user._id }, body: { role } },
      {
        onSuccess: () => toast.success("Role updated successfully!"),
        onError: (error) => toast.error(error.message),
        onSettled: () => setAsked(undefined),
      },
    );
  const isPromotion = asked === "admin";

  return (
    <>
      <RowSelect
        label="Role"
        of={who}
        value={(update.isPending ? update.variables.body?.role : undefined) ?? user.role}
        options={user.role === "requested" ? [{ value: "requested", label: "Requested", disabled: true }, ...OPTIONS] : OPTIONS}
        isBusy={update.isPending}
        onChoose={(value) => {
          const role = ROLES.find((known) => known === value);
          if (!role) return;
          if (role === "admin" || user.role === "admin") setAsked(role);
          else put(role);
        }}
      />
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && put(asked)}
        title={isPromotion ? `Make ${who} an admin?` : `Take the admin role from ${who}?`}
        confirmLabel={isPromotion ? "Make admin" : "Take admin role"}
        isBusy={update.isPending}
        tone={isPromotion ? "primary" : "danger"}
      >
        <p>
          {isPromotion
            ? "Admins see every person and contest, and may block, remove and confirm, as you do."
            : "They lose sight of people and contests they do not own with their next click."}
        </p>
      </ConfirmDialog>
    </>
  );
}
