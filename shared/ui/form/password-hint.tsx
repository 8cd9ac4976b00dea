import { msg, t } from "@conquest/shared/singletons/language";
import { useLoaded } from "@conquest/shared/ui/page/use-loaded";

const COLOURS = { weak: "var(--cq-danger)", fair: "var(--cq-warning)", strong: "var(--cq-success)" };
const SENTENCES = { weak: msg("Strength: weak."), fair: msg("Strength: fair."), strong: msg("Strength: strong.") };

interface PasswordHintProps {
  password: string;
  personal: readonly string[];
  children: string;
}

/** Rates the typed password after the rule. Advice only: the identity provider decides which passwords it accepts. */
export function PasswordHint({ password, personal, children }: PasswordHintProps) {
  const code = useLoaded(
    () => import(/* webpackChunkName: "rate-password" */ "@conquest/shared/ui/form/rate-password"),
    password !== "",
  );
  const rating = code.is === "here" ? code.value.ratePassword(password, personal) : undefined;
  return (
    <>
      {children}
      {rating && (
        <>
          {" "}
          <strong style={{ color: COLOURS[rating.strength] }}>{t(SENTENCES[rating.strength])}</strong>
          {rating.advice && ` ${rating.advice}`}
        </>
      )}
    </>
  );
}
