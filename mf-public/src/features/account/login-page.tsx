import { useState } from "react";
import { useForm, useWatch, type Control } from "react-hook-form";
import { Link, Navigate, useLocation } from "react-router-dom";
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

const LOST =
  "You logged out in another tab or on another device, your password or email changed, or your account was deleted.";

export default function LoginPage() {
  const location = useLocation();
  const phase = useSession((state) => state.phase);
  const endedBecause = useSession((state) => state.endedBecause ?? (state.isLost ? LOST : null));
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ resolver: useLazyResolver(importCheck), defaultValues: { email: "", password: "" } });
  const { isSubmitting } = form.formState;

  if (phase === "signed-in") return <Navigate to={returnPath(location.state, location.search)} replace />;

  const signIn = form.handleSubmit(async (typed) => {
    setFailure(null);
    const id = toast.loading("Signing in...");
    try {
      const user = await session.signIn(typed.email, typed.password);
      toast.success(`Signed in as ${user.displayName ?? user.email}!`, { id });
    } catch (error) {
      const message = errorMessage(error, "We couldn't log you in. Try again.");
      toast.error(truncateForToast(message), { id, ...SILENT_TOAST });
      setFailure(message);
    }
  });

  return (
    <AccountFrame
      title="Login"
      subtitle={
        returnPath(location.state, location.search) === "/dashboard/profile#apply"
          ? "To run contests, log in and request to become a creator."
          : "Log in to join contests and submit entries."
      }>
      {endedBecause && !failure && (
        <Note tone="warning" title="Your session has ended">
          <ErrorText>{endedBecause}</ErrorText>
        </Note>
      )}
      <ErrorNote>{failure && <ErrorText>{failure}</ErrorText>}</ErrorNote>
      <GoogleButton instead="You can log in with your email and password below." onFailure={setFailure} />
      <p className="cq-hint pu:text-center">
        If you register with Google here, you agree to the{" "}
        <Link to="/terms" className="cq-link">
          Terms of use
        </Link>
        .
      </p>
      <OrDivider />
      <Form onSubmit={(event) => void signIn(event)} className="cq-form">
        <TextField label="Email" type="email" autoComplete="username" required {...fieldOf(form, "email")} />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          {...fieldOf(form, "password")}
        />
        <Button type="submit" variant="primary" isBusy={isSubmitting}>
          Login
        </Button>
      </Form>
      <p className="pu:text-center pu:text-sm">
        <ForgotPassword control={form.control} />
      </p>
      <p className="pu:text-center pu:text-sm">
        New to Conquest?{" "}
        <Link
          replace
          to={{ pathname: "/register", search: location.search }}
          state={location.state}
          className="cq-link">
          Register
        </Link>
      </p>
    </AccountFrame>
  );
}

/** Takes the typed email along. */
function ForgotPassword({ control }: { control: Control<{ email: string; password: string }> }) {
  const email = useWatch({ control, name: "email" });
  return (
    <Link to="/forgot_password" state={{ email }} className="cq-link">
      Forgot your password?
    </Link>
  );
}
