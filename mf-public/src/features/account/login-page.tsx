import { useState } from "react";
import { useForm } from "react-hook-form";
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
  "Your sign-in in this browser has ended: the account was signed out in another tab or from another device, its password or e-mail address was changed, or it was deleted.";

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
      const message = errorMessage(error, "We could not sign you in. Please try again.");
      toast.error(truncateForToast(message), { id, ...SILENT_TOAST });
      setFailure(message);
    }
  });

  return (
    <AccountFrame title="Login" subtitle="Welcome back. Your contests are waiting.">
      {endedBecause && !failure && (
        <Note tone="warning" title="You were signed out">
          <ErrorText>{endedBecause}</ErrorText>
        </Note>
      )}
      <ErrorNote>{failure && <ErrorText>{failure}</ErrorText>}</ErrorNote>
      <GoogleButton instead="You can log in with your email and password below." onFailure={setFailure} />
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
        <Link to="/forgot_password" className="cq-link">
          Forgot your password?
        </Link>
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
