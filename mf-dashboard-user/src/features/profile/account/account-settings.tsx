import { FailedState } from "@conquest/shared/ui/state/failed-state";
import { DeleteAccount } from "./delete-account";
import { EmailForm } from "./email-form";
import { DataExport } from "./data-export";
import { PasswordForm } from "./password-form";
import { Sessions } from "./sessions";
import { useSignIn } from "./use-sign-in";

export default function AccountSettings() {
  const signIn = useSignIn();
  return (
    <div className="du:mt-6 du:grid du:items-start du:gap-6 du:lg:grid-cols-2">
      <section aria-labelledby="account-password" className="cq-panel">
        <h2 id="account-password" className="du:mb-4 du:text-xl du:font-bold">
          Password and e-mail
        </h2>
        {signIn.is === "loading" && <FormSkeleton />}
        {signIn.is === "failed" && <FailedState error={signIn.error} onRetry={signIn.again} />}
        {signIn.is === "google" && (
          <p>
            You sign in with Google. Your password and your address are kept there, and you change them in your Google
            account.
          </p>
        )}
        {signIn.is === "password" && (
          <div className="du:grid du:gap-8">
            <PasswordForm credentials={signIn.credentials} />
            <EmailForm credentials={signIn.credentials} />
          </div>
        )}
      </section>
      <section aria-labelledby="account-sessions" className="cq-panel">
        <h2 id="account-sessions" tabIndex={-1} className="du:mb-4 du:text-xl du:font-bold">
          Where you are signed in
        </h2>
        <Sessions />
      </section>
      <section aria-labelledby="account-data" className="cq-panel">
        <h2 id="account-data" className="du:mb-4 du:text-xl du:font-bold">
          Your data
        </h2>
        <DataExport />
      </section>
      <section aria-labelledby="account-end" className="cq-panel">
        <h2 id="account-end" className="du:mb-4 du:text-xl du:font-bold">
          Leave for good
        </h2>
        <DeleteAccount signIn={signIn.is === "password" || signIn.is === "google" ? signIn : null} />
      </section>
    </div>
  );
}

const FormSkeleton = () => (
  <div role="status" aria-label="Looking how you sign in" className="du:grid du:gap-4">
    {["a", "b", "c"].map((key) => (
      <div key={key} aria-hidden="true" className="cq-bone du:min-h-16" />
    ))}
  </div>
);
