import { requestRole, type Account } from "@conquest/shared/contracts/users";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { session, useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { Note } from "@conquest/shared/ui/note";
import { RelativeTime } from "@conquest/shared/ui/format/time";

const OPTIONS = [
  { value: "", label: "Select Role", disabled: true },
  { value: "user", label: "User" },
  { value: "creator", label: "Contest Creator" },
  { value: "admin", label: "Admin" },
];

const DENIAL_REASONS: Partial<Record<Account["role"], string>> = {
  creator: "You are a contest creator already.",
  admin: "You are an admin. Admins keep their role.",
  requested: "You have asked to become a contest creator. An admin will answer.",
};

/** Requests the creator role regardless of the choice; only admins assign roles. */
export function RoleRequest() {
  const { email, role, requestedAt, roleAnswer } = useAccount();
  const request = useCall(requestRole);
  const denialReason = DENIAL_REASONS[role];

  const apply = async () => {
    try {
      await request.mutateAsync({ params: { email }, body: { role: "requested" } });
      await session.refreshAccount();
      toast.success("Role requested successfully!");
    } catch (error) {
      toast.error(error instanceof Error ? error.message : "The request could not be sent. Please try again.");
    }
  };

  return (
    <div className="du:flex du:flex-col du:gap-4">
      <SelectField
        label="Apply for"
        name="role"
        options={OPTIONS}
        value=""
        disabled={denialReason !== undefined || request.isPending}
        onChange={() => void apply()}
        hint={denialReason ?? "Any choice asks the admins to make you a contest creator."}
      />
      {requestedAt && (
        <Note title="Your request is open">
          Sent <RelativeTime at={requestedAt} />. The answer appears here and among your notices.
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
      title={isApproved ? "Your request was approved" : "Your request was declined"}>
      <p>
        Answered <RelativeTime at={at} />.
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
