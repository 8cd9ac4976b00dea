import { useState, type ChangeEvent, type KeyboardEvent, type SyntheticEvent } from "react";
import clsx from "clsx";
import { useForm, useWatch } from "react-hook-form";
import { Link, Navigate, useLocation, useNavigate } from "react-router-dom";
import { REQUIRED } from "@conquest/shared/contracts/text/fields";
import { IdentityError } from "@conquest/shared/singletons/identity";
import { T, t } from "@conquest/shared/singletons/language";
import { returnPath } from "@conquest/shared/singletons/return-path";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { Form } from "@conquest/shared/ui/form/form";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { useLazyResolver } from "@conquest/shared/ui/form/use-lazy-resolver";
import { SILENT_TOAST, ErrorNote } from "@conquest/shared/ui/note";
import { AccountFrame, OrDivider } from "./account-frame";
import { CaptchaField, useCaptcha } from "./captcha/captcha-field";
import { GoogleButton, ErrorText } from "./google-button";
import { PasswordHint } from "@conquest/shared/ui/form/password-hint";
import { fieldOf } from "@conquest/shared/ui/form/form-fields";
import { errorMessage } from "@conquest/shared/ui/format/text";

const importCheck = () => import(/* webpackChunkName: "registration-check" */ "./registration-check");

const EMPTY = { full_name: "", email: "", password: "", photo_url: "", captcha: "" };

/** The field that the identity provider rejected, in codes such as `auth/weak-password`. */
const FIELD_OF_CODE = /email|password/;

/** A newer result replaces the one before. */
const CAPTCHA_TOAST = { id: "captcha" };

export default function RegisterPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const phase = useSession((state) => state.phase);
  const captcha = useCaptcha();
  const [googleFailure, setGoogleFailure] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [hasTried, setHasTried] = useState(false);
  const form = useForm({ resolver: useLazyResolver(importCheck), defaultValues: EMPTY });
  const draft = useFormDraft("register", form, ["password", "captcha"]);
  const { errors, isSubmitting } = form.formState;
  const [password, ...personal] = useWatch({ control: form.control, name: ["password", "full_name", "email"] });

  // Signed-in users see nothing here. A login that started here leaves the page, even if it only succeeds later.
  if (phase === "signed-in")
    return hasTried && !isSubmitting ? <Navigate to={returnPath(location.state, location.search)} replace /> : null;

  const register = form.handleSubmit(async (typed) => {
    setHasTried(true);
    setFailure(null);
    try {
      await session.register({
        fullName: typed.full_name,
        email: typed.email,
        password: typed.password,
        photoUrl: typed.photo_url,
      });
      // Not awaited: the account exists even if the email can't be sent, and the dashboard offers to send it again.
      importCheck()
        .then(({ sendFirstLink }) => sendFirstLink())
        .catch(() => undefined);
      draft.forget();
      toast.success(t("User created as {name}!", { name: typed.full_name }));
      await navigate(returnPath(location.state, location.search), { replace: true });
    } catch (error) {
      toast.error(t("Could not create user."), SILENT_TOAST);
      const message = errorMessage(error);
      const field = error instanceof IdentityError && FIELD_OF_CODE.exec(error.code)?.[0];
      if (field) form.setError(field as "email" | "password", { message }, { shouldFocus: true });
      else setFailure(message);
    }
  });

  function acceptCaptcha() {
    form.clearErrors("captcha");
    toast.success(t("Captcha is validated"), CAPTCHA_TOAST);
  }

  /** Returns whether the captcha is right; if not, the field shows why. */
  function answerCaptcha(): boolean {
    const answer = form.getValues("captcha");
    if (captcha.isRight) return true;
    if (answer === "") {
      form.setError("captcha", { message: t(REQUIRED) });
    } else if (captcha.check(answer)) {
      acceptCaptcha();
      return true;
    } else {
      form.setValue("captcha", "");
      form.setError("captcha", { message: t("Captcha is not validated. Try this new one.") });
      toast.error(t("Captcha is not validated"), CAPTCHA_TOAST);
    }
    return false;
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isSubmitting) return;
    if (answerCaptcha()) void register();
    else form.setFocus("captcha");
  }

  // Browsers ignore Enter without a message while the submit button is disabled.
  function submitByEnter(event: KeyboardEvent) {
    if (
      event.key === "Enter" &&
      !event.nativeEvent.isComposing &&
      event.target instanceof HTMLInputElement &&
      !captcha.isRight
    )
      submit(event);
  }

  function reloadCaptcha() {
    captcha.reload();
    form.setValue("captcha", "");
    form.clearErrors("captcha");
  }

  function showGoogleFailure(message: string | null) {
    setHasTried(true);
    setGoogleFailure(message);
  }

  return (
    <AccountFrame title={t("Register")} subtitle={t("One account to join contests or apply to run your own.")}>
      <ErrorNote>{googleFailure && <ErrorText>{googleFailure}</ErrorText>}</ErrorNote>
      <GoogleButton instead={t("You can register with your email below.")} onFailure={showGoogleFailure} />
      <OrDivider />
      <Form onSubmit={submit} onKeyDown={submitByEnter} className="cq-form">
        <TextField label={t("Full name")} autoComplete="name" required {...fieldOf(form, "full_name")} />
        <TextField
          label={t("Email")}
          type="email"
          autoComplete="username"
          required
          {...form.register("email")}
          error={errors.email?.message && <ErrorText>{errors.email.message}</ErrorText>}
        />
        <TextField
          label={t("Photo URL")}
          isOptional
          type="url"
          inputMode="url"
          autoComplete="photo"
          placeholder="https://"
          {...fieldOf(form, "photo_url")}
        />
        <TextField
          label={t("Password")}
          type="password"
          autoComplete="new-password"
          required
          hint={
            <PasswordHint password={password} personal={personal}>
              {t("At least 6 characters.")}
            </PasswordHint>
          }
          {...fieldOf(form, "password")}
        />
        <CaptchaField
          text={captcha.text}
          isRight={captcha.isRight}
          registration={form.register("captcha", {
            onChange: ({ target }: ChangeEvent<HTMLInputElement>) => captcha.change(target.value) && acceptCaptcha(),
          })}
          error={captcha.isWrong ? t("This doesn't match. Uppercase and lowercase matter.") : errors.captcha?.message}
          onLeave={answerCaptcha}
          onReload={reloadCaptcha}
        />
        {/* Beside the button: the top of this long form is out of sight when it is pressed. */}
        <ErrorNote title={t("Your account wasn't created")}>{failure && <ErrorText>{failure}</ErrorText>}</ErrorNote>
        <p className="cq-hint">
          {/* In a new tab: the typed password and captcha are not stored. */}
          <T
            text="By registering you agree to the <a>Terms of use</a> (opens in a new tab)."
            a={<Link to="/terms" target="_blank" className="cq-link" />}
          />
        </p>
        <Button
          type="submit"
          variant="primary"
          disabled={!captcha.isRight}
          isBusy={isSubmitting}
          aria-describedby={captcha.isRight ? undefined : "register-hint"}>
          {t("Register")}
        </Button>
        {/* Keeps its place: the link below must not move under the finger. */}
        <p id="register-hint" className={clsx("cq-hint pu:text-center", captcha.isRight && "pu:invisible")}>
          {t("Enter the captcha to register.")}
        </p>
      </Form>
      <p className="pu:text-center pu:text-sm">
        <T
          text="Already have an account? <a>Login</a>"
          a={
            <Link
              replace
              to={{ pathname: "/login", search: location.search }}
              state={location.state}
              className="cq-link"
            />
          }
        />
      </p>
    </AccountFrame>
  );
}
