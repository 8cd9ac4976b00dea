import { useQuery } from "@tanstack/react-query";
import { Copy, KeyRound, X } from "lucide-react";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import {
  MAX_INVITATIONS,
  getContestAccess,
  inviteToContest,
  removeContestInvitation,
  removeJoinCode,
  renewJoinCode,
  type ContestAccess,
  type ContestInvitation,
} from "@conquest/shared/contracts/contest-access";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { formatJoinCode, joinCodePath } from "@conquest/shared/contracts/join-codes";
import { REQUIRED } from "@conquest/shared/contracts/text/fields";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Badge } from "@conquest/shared/ui/badge";
import { Button, IconButton } from "@conquest/shared/ui/button";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { Form } from "@conquest/shared/ui/form/form";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { ErrorNote } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { Section } from "@conquest/shared/ui/page/section";
import { QueryView } from "@conquest/shared/ui/state/query-view";

interface Props {
  contest: ContestDetails;
}

export default function AccessPanel({ contest }: Props) {
  const id = useId();
  return (
    <Section headingId={id} title={t("Who can see this")} className="cq-panel dc:flex dc:flex-col dc:gap-5">
      {contest.visibility === "private" ? <PrivateAccess contest={contest} /> : <Unlisted contest={contest} />}
    </Section>
  );
}

const contestUrl = ({ _id }: ContestDetails) => `${location.origin}/contest-details/${_id}`;

const Unlisted = ({ contest }: Props) => (
  <>
    <p>{t("Everyone with this link sees the contest. It's in no list and no search.")}</p>
    <CopiedText label={t("Link to the contest")} text={contestUrl(contest)} />
  </>
);

function PrivateAccess({ contest }: Props) {
  const access = useQuery(query(getContestAccess, { params: { contestId: contest._id } }));
  return (
    <>
      <p>
        {t(
          "You, admins, judges and participants see the contest, and people you let in here. For all others it doesn't exist.",
        )}
      </p>
      <QueryView query={access} skeleton={<SkeletonRows label={t("Loading who can see the contest")} count={2} />}>
        {(data) => (
          <>
            {!data.may.invite.isAllowed && <p className="cq-hint">{data.may.invite.because}</p>}
            <JoinCode contestId={contest._id} access={data} />
            <Invitations contest={contest} access={data} />
          </>
        )}
      </QueryView>
    </>
  );
}

interface AccessProps {
  contestId: string;
  access: ContestAccess;
}

function JoinCode({ contestId, access: { code, codeUses, may } }: AccessProps) {
  const id = useId();
  const renew = useCall(renewJoinCode);
  const remove = useCall(removeJoinCode);
  const [asked, setAsked] = useState<"renew" | "remove" | null>(null);
  const params = { contestId };
  const close = () => setAsked(null);
  const onSuccess = () => {
    toast.success(t(asked === "remove" ? "Join code removed" : "New join code"));
    close();
    focusHeadingIfLost();
  };
  const call = asked === "remove" ? remove : renew;
  return (
    <section aria-labelledby={id} className="dc:flex dc:flex-col dc:gap-3">
      <h3 id={id} className="dc:font-semibold">
        {t("Join code")}
      </h3>
      {code === null ? (
        <p className="cq-hint">{t("With a join code, anyone you give it to can see and join the contest.")}</p>
      ) : (
        <>
          <CopiedText label={t("Join code")} text={formatJoinCode(code)} />
          <CopiedText label={t("Link with the code")} text={location.origin + joinCodePath(code)} />
          <p className="cq-hint">
            {t("{n, plural, =0 {No one has entered it yet.} one {# person entered it.} other {# people entered it.}}", {
              n: codeUses,
            })}
          </p>
        </>
      )}
      <ErrorNote>{asked === null && renew.error?.message}</ErrorNote>
      <div className="dc:flex dc:flex-wrap dc:gap-3">
        {may.renewCode.isAllowed && (
          <Button
            variant="secondary"
            size="sm"
            isBusy={renew.isPending}
            onClick={() => (code === null ? renew.mutate({ params }, { onSuccess }) : setAsked("renew"))}>
            <KeyRound aria-hidden="true" size={16} /> {t(code === null ? "Create join code" : "Renew code")}
          </Button>
        )}
        {code !== null && (
          <Button variant="ghost" size="sm" onClick={() => setAsked("remove")}>
            {t("Remove code")}
          </Button>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          onClose={close}
          onConfirm={() => call.mutate({ params }, { onSuccess })}
          title={t(asked === "remove" ? "Remove the join code?" : "Renew the join code?")}
          confirmLabel={t(asked === "remove" ? "Remove code" : "Renew code")}
          isBusy={call.isPending}
          error={call.error}>
          <p>
            {t(
              "The code stops working and no longer lets in people who entered it. Those who joined the contest at any time still see it, and participants keep their spot.",
            )}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function Invitations({ contest, access: { invitations, may } }: Props & { access: ContestAccess }) {
  const id = useId();
  const invite = useCall(inviteToContest);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { addresses: "" } });
  const { isSubmitting } = form.formState;
  const send = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      const { invitations: all } = await invite.mutateAsync({ params: { contestId: contest._id }, body });
      form.reset();
      const before = new Set(invitations.map(({ _id }) => _id));
      if (all.some(({ _id }) => !before.has(_id))) toast.success(t("Invitations sent"));
      else toast(t("No invitation sent. The addresses are your own or invited already."));
    } catch (error) {
      setFailure(showFieldErrors(form, error, "addresses"));
    }
  });
  return (
    <section aria-labelledby={id} className="dc:flex dc:flex-col dc:gap-3">
      <h3 id={id} className="dc:font-semibold">
        {t("Invitations")}
      </h3>
      {may.invite.isAllowed && (
        <Form onSubmit={send} className="dc:flex dc:flex-col dc:gap-3">
          <TextAreaField
            label={t("Email addresses")}
            rows={4}
            hint={t(
              "One per line, up to {n} in all. Each gets one email. People need an account with that address, and have to verify it.",
              { n: MAX_INVITATIONS },
            )}
            readOnly={isSubmitting}
            {...fieldOf(form, "addresses", { validate: (typed) => typed.trim() !== "" || REQUIRED })}
          />
          <ErrorNote title={t("Couldn't invite them")}>{failure}</ErrorNote>
          <Button type="submit" isBusy={isSubmitting} className="dc:self-start">
            {t("Send invitations")}
          </Button>
        </Form>
      )}
      {invitations.length === 0 ? (
        <p className="cq-hint">{t("No one is invited yet.")}</p>
      ) : (
        <InvitationList invitations={invitations} />
      )}
    </section>
  );
}

function InvitationList({ invitations }: Pick<ContestAccess, "invitations">) {
  const remove = useCall(removeContestInvitation);
  const [asked, setAsked] = useState<ContestInvitation | null>(null);
  return (
    <>
      <p className="cq-hint">
        {t("{joined} of {all} joined", {
          joined: invitations.filter(({ hasJoined }) => hasJoined).length,
          all: invitations.length,
        })}
      </p>
      <ul className="dc:max-h-96 dc:overflow-y-auto" aria-label={t("Invited people")}>
        {invitations.map((invitation) => (
          <li
            key={invitation._id}
            className="dc:flex dc:items-center dc:gap-3 dc:border-t dc:border-line dc:py-1 dc:first:border-t-0">
            <bdi className="dc:min-w-0 dc:flex-1 dc:wrap-anywhere">{invitation.email}</bdi>
            <Badge tone={invitation.hasJoined ? "success" : "info"}>
              {t(invitation.hasJoined ? "Joined" : "Invited")}
            </Badge>
            <IconButton
              label={t("Remove {email}", { email: invitation.email })}
              variant="danger"
              icon={<X aria-hidden="true" size={18} />}
              onClick={() => setAsked(invitation)}
            />
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          onClose={() => setAsked(null)}
          onConfirm={() =>
            remove.mutate(
              { params: { id: asked._id } },
              {
                onSuccess: () => {
                  setAsked(null);
                  toast.success(t("Invitation removed"));
                  focusHeadingIfLost();
                },
              },
            )
          }
          title={t("Remove this invitation?")}
          confirmLabel={t("Remove invitation")}
          isBusy={remove.isPending}
          error={remove.error}>
          <p className="dc:wrap-anywhere">
            {t(
              asked.hasJoined
                ? "{email} has joined, so they keep their spot and still see the contest."
                : "The invitation no longer lets {email} in. Those who joined before, entered the join code or judge still see the contest.",
              { email: asked.email },
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function CopiedText({ label, text }: { label: string; text: string }) {
  const id = useId();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t("Copied")),
      () => toast.error(t("Couldn't copy it. Select the text to copy it yourself.")),
    );
  return (
    <div className="dc:flex dc:flex-col">
      <span id={id} className="cq-hint">
        {label}
      </span>
      <span className="dc:flex dc:items-center dc:gap-2">
        <code
          aria-labelledby={id}
          className="dc:min-w-0 dc:flex-1 dc:rounded-md dc:bg-sunk dc:px-3 dc:py-2 dc:wrap-anywhere">
          {text}
        </code>
        <IconButton
          label={t("Copy: {what}", { what: label })}
          icon={<Copy aria-hidden="true" size={18} />}
          onClick={() => void copy()}
        />
      </span>
    </div>
  );
}
