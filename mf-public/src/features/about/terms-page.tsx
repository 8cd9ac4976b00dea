import { Link } from "react-router-dom";
import { TERMS_VERSION } from "@conquest/shared/contracts/terms";
import { SIMULATED } from "@conquest/shared/contracts/text/simulated";
import { msg, T, t } from "@conquest/shared/singletons/language";
import { formatDay } from "@conquest/shared/ui/format/day";
import { TextPage } from "./text-page";

const SECTIONS = {
  account: msg("Your account"),
  joining: msg("Joining contests"),
  payments: msg("Payments and refunds"),
  publishing: msg("Publishing contests"),
  forbidden: msg("What isn't allowed"),
};

const SectionTitle = ({ of: id }: { of: keyof typeof SECTIONS }) => (
  <h2 id={id} tabIndex={-1}>
    {t(SECTIONS[id])}
  </h2>
);

export default function TermsPage() {
  return (
    <TextPage title={t("Terms of use")} subtitle={t("What you can expect from us, and what we expect from you.")}>
      <p className="cq-hint">
        <T text="Last changed on {day}" day={<time dateTime={TERMS_VERSION}>{formatDay(TERMS_VERSION)}</time>} />
      </p>
      <nav aria-label={t("Contents")}>
        <ul>
          {Object.entries(SECTIONS).map(([id, title]) => (
            <li key={id}>
              <Link to={`#${id}`} className="cq-link">
                {t(title)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SectionTitle of="account" />
      <p>
        <T
          text="Use a name we can call you by and an email address you own. You're responsible for everything done with your account, so keep your password private. Admins can block or remove accounts that harm others. If you're blocked, we'll tell you when you log in, and you can <a>contact us</a>."
          a={<Link to="/contact_us" className="cq-link" />}
        />
      </p>
      <SectionTitle of="joining" />
      <ul>
        <li>
          {t("You can join any open contest except your own, once, until its deadline. Our server's clock decides.")}
        </li>
        <li>
          {t(
            "You submit one entry: a text, with an optional link and up to five files. You can edit it until the deadline.",
          )}
        </li>
        <li>
          {t(
            "Submit only work that you made or have the right to use. Your entry stays yours. By submitting it, you allow the contest's creator, the judges named on its page and the admins to see it. If it wins, everyone can see it on the contest's page, unless you opted out before the winner was announced. After that, other participants can publish their entries there too.",
          )}
        </li>
        <li>
          {t(
            "The creator and judges may rate your entry and leave feedback. You'll see all of it once the winner is announced. Other participants won't.",
          )}
        </li>
        <li>{t("Judges can't join a contest they judge.")}</li>
        <li>{t("The creator picks the winner and isn't bound by the ratings. The decision is final.")}</li>
      </ul>
      <SectionTitle of="payments" />
      <p>
        {t(SIMULATED)}{" "}
        {t(
          "The form only takes a test card, you are not charged, refunds are recorded but not transferred, and prizes are not paid out. Do not enter a real card.",
        )}
      </p>
      <ul>
        <li>
          {t("If you have not submitted an entry, you can leave a contest before its deadline for a full refund.")}
        </li>
        <li>
          {t(
            "If the deadline is extended after you join, you can leave within 48 hours for a full refund, even if you have already submitted.",
          )}
        </li>
        <li>
          {t(
            "If a contest is cancelled, everyone who paid gets a full refund. A contest is also cancelled if no one submits an entry by the deadline, if no eligible entries are left after it, or if there is no winner within 30 days after the deadline.",
          )}
        </li>
        <li>{t("Otherwise, there are no refunds after the deadline.")}</li>
      </ul>
      <SectionTitle of="publishing" />
      <ul>
        <li>{t("Creators must describe the task, prize and deadline truthfully.")}</li>
        <li>
          {t(
            "An admin approves each contest before it goes public, and may request changes or reject it, with a reason.",
          )}
        </li>
        <li>
          {t(
            "After the first person joins, the prize, entry fee, task, tag, judging criteria and anonymous-judging setting cannot change. The deadline can only be extended: at most twice, by up to 30 days each time.",
          )}
        </li>
        <li>
          {t(
            "The creator must pick a winner within 14 days after the deadline. After that, an admin can pick one too. If there is no winner 30 days after the deadline, the contest is cancelled and everyone who paid gets a full refund.",
          )}
        </li>
      </ul>
      <SectionTitle of="forbidden" />
      <p>
        {t(
          "You must not publish illegal or hateful content, or content you have no right to publish. You must not use several accounts to join a contest more than once, or try to disrupt the site.",
        )}
      </p>
    </TextPage>
  );
}
