import { useWatch } from "react-hook-form";
import { TAGS, type Tag } from "@conquest/shared/contracts/tags";
import { msg, t } from "@conquest/shared/singletons/language";
import { isAdvised } from "@conquest/shared/ui/contest/advice";
import { CoverChoice } from "@conquest/shared/ui/files/cover-choice";
import { PictureSource } from "@conquest/shared/ui/files/picture-source";
import { HelpLink } from "@conquest/shared/ui/help-link";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { ContestField, type FieldContext } from "./contest-field";
import { PICTURES, isWide, type Name } from "./contest-field-config";
import { endOfDay, toIsoSeconds } from "./deadline";
import { FieldHint } from "./field-hint";

interface GridProps {
  names: readonly Name[];
  context: FieldContext;
  givesAdvice: boolean;
}

/** Fields that a contest without a value cannot get any more once people have joined. */
const HIDDEN_IF_EMPTY: readonly Name[] = ["morePrizes", "rules", "entryFields", "maxTeamSize", "criteriaWeights"];

export function FieldGrid({ names, context, givesAdvice }: GridProps) {
  const { form, initial, frozen } = context;
  const { dirtyFields, touchedFields } = form.formState;
  // The default deadline is always too soon, so advice would be shown before anything was typed.
  const isUntouchedDeadline = (name: Name) =>
    name === "deadline" &&
    !(dirtyFields.deadline || touchedFields.deadline) &&
    initial.deadline === toIsoSeconds(endOfDay(new Date()));
  const isShown = (name: Name) => !HIDDEN_IF_EMPTY.includes(name) || !frozen[name] || Boolean(initial[name]);
  return (
    <div className="dc:grid dc:content-start dc:items-start dc:gap-4 dc:sm:grid-cols-2">
      {names.filter(isShown).map((name) => (
        <div
          key={name}
          className={isWide(name, name in frozen) ? "dc:min-w-0 dc:empty:hidden dc:sm:col-span-2" : "dc:min-w-0"}>
          {givesAdvice && !frozen[name] && isAdvised(name) ? (
            <FieldHint name={name} control={form.control} isUntouched={isUntouchedDeadline(name)}>
              {(advice) => <ContestField name={name} advice={advice} {...context} />}
            </FieldHint>
          ) : (
            <ContestField name={name} {...context} />
          )}
          <FieldHelp name={name} />
        </div>
      ))}
    </div>
  );
}

const ARTICLES: Partial<Record<Name, { id: string; title: string }>> = {
  description: { id: "brief", title: msg("Write a good brief") },
  criteria: { id: "judging", title: msg("How judging works") },
  morePrizes: { id: "prizes", title: msg("Set prizes and send them") },
  rules: { id: "rules", title: msg("Set rules") },
  entryFields: { id: "entry-form", title: msg("Ask questions in an entry form") },
  maxTeamSize: { id: "teams", title: msg("Let teams enter") },
  maxParticipants: { id: "spots", title: msg("Limit the spots") },
  deadline: { id: "deadlines", title: msg("Deadlines and extensions") },
  visibility: { id: "visibility", title: msg("Public, unlisted and private contests") },
};

function FieldHelp({ name }: { name: Name }) {
  const article = ARTICLES[name];
  return article && <HelpLink to={`creators#${article.id}`}>{t(article.title)}</HelpLink>;
}

export function PictureFields({ context }: { context: FieldContext }) {
  const { form, picture } = context;
  const image = useWatch({ control: form.control, name: "image" });
  const tag = useWatch({ control: form.control, name: "tags" });
  const setPicture = (address: string) =>
    form.setValue("image", address, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  return (
    <div className="dc:flex dc:min-w-0 dc:flex-col dc:gap-4">
      {PICTURES.map((name) => (
        <div key={name}>
          <ContestField name={name} {...context} />
        </div>
      ))}
      <PictureSource
        chosen={image}
        camera="environment"
        onPicture={setPicture}
        more={<CoverChoice tag={isTag(tag) ? tag : ""} onPicture={setPicture} />}>
        <figure className="dc:flex dc:flex-col dc:gap-2">
          <Picture
            src={picture.shown}
            alt=""
            isUrgent
            onBroken={picture.onBroken}
            className="dc:w-full dc:rounded-md"
          />
          <figcaption className="cq-hint">{t("This is how it looks on the contest card.")}</figcaption>
        </figure>
      </PictureSource>
    </div>
  );
}

const isTag = (value: string): value is Tag => (TAGS as readonly string[]).includes(value);
