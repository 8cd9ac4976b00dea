import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { enterJoinCode } from "@conquest/shared/contracts/contest-access";
import { REQUIRED } from "@conquest/shared/contracts/text/fields";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { useIsHydrated } from "@conquest/shared/singletons/first-render";
import { t, T } from "@conquest/shared/singletons/language";
import { useSession } from "@conquest/shared/singletons/session-store";
import { Button } from "@conquest/shared/ui/button";
import { Form } from "@conquest/shared/ui/form/form";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { ErrorNote, Note } from "@conquest/shared/ui/note";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";

/** Opens a private contest, or an invitation to a team. A link has its code in the fragment, which no server and no other site gets. */
export default function JoinPage() {
  const phase = useSession((state) => state.phase);
  const { hash } = useLocation();
  const isHydrated = useIsHydrated();
  return (
    <div className="cq-container cq-page cq-page-narrow">
      <PageHeading
        title={t("Enter a join code")}
        subtitle={t("The creator of a private contest or a member of a team gave it to you.")}
      />
      {phase === "signed-out" && (
        <Note tone="info" title={t("Log in first")}>
          <T
            text="To use your code, <login>log in</login> or <register>register</register>. You come back here."
            // In the history, because an address would put the code into logs.
            login={<Link to="/login" state={{ from: `/join${hash}` }} className="cq-link" />}
            register={<Link to="/register" state={{ from: `/join${hash}` }} className="cq-link" />}
          />
        </Note>
      )}
      {/* The server does not know the code of the link. */}
      {isHydrated && phase === "signed-in" && <CodeForm key={hash} code={decode(hash.slice(1))} />}
    </div>
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function CodeForm({ code }: { code: string }) {
  const navigate = useNavigate();
  const enter = useCall(enterJoinCode);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { code } });
  const { isSubmitting } = form.formState;
  const send = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      const { contestId, isOfTeam } = await enter.mutateAsync({ body });
      void navigate(`/contest-details/${contestId}${isOfTeam ? "#team" : ""}`, { replace: true });
    } catch (error) {
      setFailure(showFieldErrors(form, error, "code"));
    }
  });
  return (
    <Form onSubmit={send} className="cq-panel pu:flex pu:flex-col pu:gap-4">
      <TextField
        label={t("Join code")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        readOnly={isSubmitting}
        {...fieldOf(form, "code", { validate: (typed) => typed.trim() !== "" || REQUIRED })}
      />
      <ErrorNote>{failure}</ErrorNote>
      <Button type="submit" isBusy={isSubmitting} className="pu:self-start">
        {t("Open contest")}
      </Button>
    </Form>
  );
}
