import { useState } from "react";
import { useForm, useWatch, type Control } from "react-hook-form";
import { Link, Navigate, useLocation } from "react-router-dom";
import { msg, T, t } from "@conquest/shared/singletons/language";
import { returnPath } from "@conquest/shared/singletons/return-path";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { Form } from "@conquest/shared/ui/form/form";
import { useLazyResolver } from "@conquest/shared/ui/form/use-lazy-resolver";
import { Note, SILENT_TOAST, ErrorNote } from "@conquest/shared/ui/note";
import { AccountFrame, OrDivider } from "./account-frame";
import { GoogleButton, ErrorText, truncateForToast } from "./google-button";
import { fieldOf } from "@conquest/shared/ui/form/form-fields";
import { errorMessage } from "@conquest/shared/ui/format/text";

const importCheck = () => import(/* webpackChunkName: "login-check" */ "./login-check");

const LOST = msg(
  "You logged out in another tab or on another device, your password or email changed, or your account was deleted.",
);

export default function LoginPage() {
  const location = useLocation();
  const phase = useSession((state) => state.phase);
  const endedBecause = useSession((state) => state.endedBecause ?? (state.isLost ? t(LOST) : null));
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ resolver: useLazyResolver(importCheck), defaultValues: { email: "", password: "" } });
  const { isSubmitting } = form.formState;

  if (phase === "signed-in") return <Navigate to={returnPath(location.state, location.search)} replace />;

  const signIn = form.handleSubmit(async (typed) => {
    setFailure(null);
    const id = toast.loading(t("Signing in..."));
    try {
      const user = await session.signIn(typed.email, typed.password);
      toast.success(t("Signed in as {name}!", { name: user.displayName ?? user.email ?? "" }), { id });
    } catch (error) {
      const message = errorMessage(error, t("We couldn't log you in. Try again."));
      toast.error(truncateForToast(message), { id, ...SILENT_TOAST });
      setFailure(message);
    }
  });

  return (
    <AccountFrame
      title={t("Login")}
      subtitle={t(
        returnPath(location.state, location.search) === "/dashboard/profile#apply"
          ? "To run contests, log in and request to become a creator."
          : "Log in to join contests and submit entries.",
      )}>
      {endedBecause && !failure && (
        <Note tone="warning" title={t("Your session has ended")}>
          <ErrorText>{endedBecause}</ErrorText>
        </Note>
      )}
      <ErrorNote>{failure && <ErrorText>{failure}</ErrorText>}</ErrorNote>
      <GoogleButton instead={t("You can log in with your email and password below.")} onFailure={setFailure} />
      <p className="cq-hint pu:text-center">
        <T
          text="If you register with Google here, you agree to the <a>Terms of use</a>."
          a={<Link to="/terms" className="cq-link" />}
        />
      </p>
      <OrDivider />
      <Form onSubmit={(event) => void signIn(event)} className="cq-form">
        <TextField label={t("Email")} type="email" autoComplete="username" required {...fieldOf(form, "email")} />
        <TextField
          label={t("Password")}
          type="password"
          autoComplete="current-password"
          required
          {...fieldOf(form, "password")}
        />
        <Button type="submit" variant="primary" isBusy={isSubmitting}>
          {t("Login")}
        </Button>
      </Form>
      <p className="pu:text-center pu:text-sm">
        <ForgotPassword control={form.control} />
      </p>
      <p className="pu:text-center pu:text-sm">
        <T
          text="New to Conquest? <a>Register</a>"
          a={
            <Link
              replace
              to={{ pathname: "/register", search: location.search }}
              state={location.state}
              className="cq-link"
            />
          }
        />
      </p>
    </AccountFrame>
  );
}

function ForgotPassword({ control }: { control: Control<{ email: string; password: string }> }) {
  const email = useWatch({ control, name: "email" });
  return (
    <Link to="/forgot_password" state={{ email }} className="cq-link">
      {t("Forgot your password?")}
    </Link>
  );
}
