import { ExternalLink } from "lucide-react";
import { Link } from "react-router-dom";
import type { ContestReview } from "@conquest/shared/contracts/review";
import { CriterionWeight } from "@conquest/shared/ui/contest/criterion-weight";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { CostNote, formatCost } from "@conquest/shared/ui/contest/cost";
import { DeadlineText } from "@conquest/shared/ui/contest/deadline-text";
import { ruleSentences } from "@conquest/shared/ui/contest/rule-sentences";
import { TagLabel } from "@conquest/shared/ui/contest/tag";
import { VisibilityBadge } from "@conquest/shared/ui/contest/visibility-badge";
import { EntryFormFields } from "@conquest/shared/ui/entry/entry-form-fields";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { FileList } from "@conquest/shared/ui/files/file-list";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { formatDateTime, serverNow, useNow } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { BriefText } from "@conquest/shared/ui/format/brief-text";
import type { AdminContest } from "@conquest/shared/contracts/contests";
import { NO_TEAMS } from "@conquest/shared/contracts/team-size";
import { teamSizeLabel } from "@conquest/shared/ui/contest/team-size";
import { digits, T, t } from "@conquest/shared/singletons/language";
import { Advice, getAdvice, type AdvisedField } from "@conquest/shared/ui/contest/advice";
import { Fact } from "@conquest/shared/ui/page/section";

export function VisitorsView({ review: { contest, asVisitors } }: { review: ContestReview }) {
  const { _id, status, phase } = contest;
  const {
    amountDue,
    prize,
    registrationPrice,
    deadline,
    winnerDueAt,
    refundAt,
    hidesNames,
    criteria,
    criteriaWeights = [],
    creator,
    morePrizes = [],
    rules,
    entryFields = [],
    maxParticipants,
    maxTeamSize = NO_TEAMS,
  } = asVisitors;
  const isShown = status === "open" && phase !== "cancelled";
  return (
    <section aria-labelledby="as-visitors" className="da:flex da:flex-col da:gap-5">
      <header className="da:flex da:flex-wrap da:items-baseline da:justify-between da:gap-x-4 da:gap-y-1">
        <h2 id="as-visitors" className="cq-section-title">
          {t(isShown ? "What visitors see" : "Preview")}
        </h2>
        <Link
          to={isShown || phase === "cancelled" ? `/contest-details/${_id}` : `/review-preview/${_id}`}
          className="cq-link da:inline-flex da:items-center da:gap-1">
          <ExternalLink aria-hidden="true" size={16} /> {t("Open full page")}
        </Link>
      </header>
      <Picture
        src={asVisitors.image}
        alt=""
        isUrgent
        sizes="(min-width: 64rem) 40rem, 92vw"
        className="da:w-full da:rounded-lg"
      />
      <div className="da:flex da:flex-wrap da:items-center da:gap-x-4 da:gap-y-2">
        <TagLabel tag={asVisitors.tags} />
        <VisibilityBadge visibility={asVisitors.visibility} />
        <span className="da:flex da:items-center da:gap-2">
          <Avatar src={creator.photo} name={creator.name} size={32} alt="" />
          <span>
            <T
              text="by {name}"
              name={
                <strong dir="auto" lang={langOf(creator.name)}>
                  {creator.name || t("an unnamed creator")}
                </strong>
              }
            />
            <span className="cq-hint">
              {" "}
              ·{" "}
              {creator.record.run <= (isShown ? 1 : 0)
                ? t("first contest")
                : t("{n, plural, one {# contest} other {# contests}}", { n: creator.record.run })}
            </span>
          </span>
        </span>
      </div>
      <dl className="da:grid da:grid-cols-1 da:gap-4 da:rounded-md da:bg-sunk da:p-4 da:sm:grid-cols-2 da:xl:grid-cols-3">
        <Fact name={t("Entry fee")} className="da:font-semibold">
          {formatCost(amountDue)}
        </Fact>
        <Fact name={t(morePrizes.length > 0 ? "First prize" : "Prize")} className="da:font-semibold">
          {formatTaka(prize)}
        </Fact>
        {morePrizes.map(({ name, amount }) => (
          <Fact key={name} name={name} className="da:font-semibold">
            {formatTaka(amount)}
          </Fact>
        ))}
        <Fact name={t("Registration price")} className="da:font-semibold">
          {formatTaka(registrationPrice)}
        </Fact>
        {maxParticipants && (
          <Fact name={t("Maximum participants")} className="da:font-semibold">
            {digits(maxParticipants)}
          </Fact>
        )}
        {maxTeamSize > NO_TEAMS && (
          <Fact name={t("Team size")} className="da:font-semibold">
            {teamSizeLabel(maxTeamSize)}
          </Fact>
        )}
        <Fact name={t("Deadline")} className="da:font-semibold">
          <DeadlineText at={deadline} phase={phase} />
          <AdviceAsReviewed name="deadline" contest={contest} />
        </Fact>
        <Fact name={t("Winner due")} className="da:font-semibold">
          {formatDateTime(winnerDueAt)}
        </Fact>
        <Fact name={t("Refunded if there's no winner by")} className="da:font-semibold">
          {formatDateTime(refundAt)}
        </Fact>
        <Fact name={t("Anonymous judging")} className="da:font-semibold">
          {t(hidesNames ? "Until there's a winner" : "No, judges see names")}
        </Fact>
      </dl>
      <CostNote />
      <TextSection title={t("Description")}>
        <BriefText tokens={asVisitors.brief?.description}>{asVisitors.description}</BriefText>
        <AdviceAsReviewed name="description" contest={contest} />
      </TextSection>
      <TextSection title={t("Task")}>
        <BriefText tokens={asVisitors.brief?.task}>{asVisitors.task}</BriefText>
        <AdviceAsReviewed name="task" contest={contest} />
      </TextSection>
      {asVisitors.attachments && (
        <TextSection title={t("Attachments")}>
          <FileList files={asVisitors.attachments} label={t("Attachments")} />
        </TextSection>
      )}
      {rules && (
        <TextSection title={t("Rules")}>
          <RuleList sentences={ruleSentences(rules, rules.countryNames)} />
          {rules.text && <UserText>{rules.text}</UserText>}
        </TextSection>
      )}
      {entryFields.length > 0 && (
        <TextSection title={t("Entry form")}>
          <EntryFormFields fields={entryFields} />
        </TextSection>
      )}
      <TextSection title={t("Judging criteria")}>
        {criteria.length === 0 ? (
          <p className="cq-hint">{t("None given.")}</p>
        ) : (
          <ul className="da:list-disc da:ps-5 da:wrap-anywhere">
            {criteria.map((criterion, position) => (
              <li key={criterion}>
                <span dir="auto" lang={langOf(criterion)}>
                  {criterion}
                </span>{" "}
                <CriterionWeight weight={criteriaWeights[position]} />
              </li>
            ))}
          </ul>
        )}
      </TextSection>
    </section>
  );
}

const RuleList = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <ul className="da:list-disc da:ps-5 da:wrap-anywhere">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );

const TextSection = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div className="da:flex da:flex-col da:gap-2">
    <h3 className="da:text-lg da:font-semibold">{title}</h3>
    {children}
  </div>
);

/** Shows the creator's hint for a field, only while the contest can still be improved. */
export function AdviceAsReviewed({ name, contest }: { name: AdvisedField; contest: AdminContest }) {
  const now = useNow(serverNow);
  const value = name === "deadline" ? new Date(contest.deadline) : contest[name];
  if (contest.status !== "pending" || contest.phase === "cancelled" || !getAdvice(name, value, now)) return null;
  return (
    <span className="da:text-sm da:font-normal">
      <span className="cq-hint da:block">{t("Hint for the creator, not public:")}</span>
      <Advice name={name} value={value} now={now} />
    </span>
  );
}
