import { ButtonLink } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import { LetterFrame } from "./letters/letter-frame";

export default function AccountDeletedPage() {
  return (
    <LetterFrame title="Your account is deleted" subtitle="You are signed out everywhere.">
      <Note tone="success">
        What was to be refunded is refunded. Payments, entries and wins that others depend on stay without your name, picture and address.
      </Note>
      <p>You can register again whenever you like, also with the same e-mail address. It will be a new account.</p>
      <div>
        <ButtonLink to="/" variant="secondary">
          Go to the home page
        </ButtonLink>
      </div>
    </LetterFrame>
  );
}
