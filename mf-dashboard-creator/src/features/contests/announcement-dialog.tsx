import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { MyContest } from "@conquest/shared/contracts/contests";
import { textError } from "@conquest/shared/contracts/text/names";
import {
  MAX_ANNOUNCEMENT_LENGTH,
  MAX_ANNOUNCEMENTS_PER_DAY,
  listAnnouncements,
  publishAnnouncement,
} from "@conquest/shared/contracts/announcements";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { FormDialog } from "@conquest/shared/ui/dialog/form-dialog";
import { TextAreaField, charactersUsed } from "@conquest/shared/ui/form/text-area-field";
import { ErrorNote } from "@conquest/shared/ui/note";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";

interface Props {
  contest: MyContest;
  onClose: () => void;
}

export default function AnnouncementDialog({ contest: { _id: contestId, name, participantCount }, onClose }: Props) {
  const write = useCall(publishAnnouncement);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { text: "" } });
  const draft = useFormDraft(`news:${contestId}`, form);
  const { isSubmitting } = form.formState;
  const text = useWatch({ control: form.control, name: "text" });

  const send = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      const { sentTo } = await write.mutateAsync({ params: { contestId }, body });
      draft.forget();
      toast.success(t("Sent to {n, plural, one {# person} other {# people}}", { n: sentTo }));
      onClose();
    } catch (error) {
      setFailure(showFieldErrors(form, error, "text"));
    }
  });

  return (
    <FormDialog
      onClose={onClose}
      title={t("Announcement for “{name}”", { name })}
      size="lg"
      submitLabel={t("Send to {n, plural, one {# person} other {# people}}", { n: participantCount })}
      isBusy={isSubmitting}
      onSubmit={send}
      below={<Earlier contestId={contestId} />}
      className="dc:flex dc:flex-col dc:gap-5">
      <ErrorNote title={t("Couldn't send your announcement")}>
        {failure && `${failure} ${t("Your text is still here.")}`}
      </ErrorNote>
      <p>
        {t("All participants get a notification. Anyone who joins later can read it on the contest page.")}{" "}
        {t("You can't edit or delete it after sending.")}
      </p>
      <TextAreaField
        label={t("Announcement")}
        rows={7}
        required
        readOnly={isSubmitting}
        hint={t("{used}. Up to {n} announcements a day. Your draft stays in this tab until you send it or log out.", {
          used: charactersUsed(text, MAX_ANNOUNCEMENT_LENGTH),
          n: MAX_ANNOUNCEMENTS_PER_DAY,
        })}
        {...fieldOf(form, "text", { validate: (typed) => textError(typed, MAX_ANNOUNCEMENT_LENGTH) || true })}
      />
    </FormDialog>
  );
}

/** The contest's page shows all of them. */
const MAX_EARLIER = 3;

function Earlier({ contestId }: { contestId: string }) {
  const { data = [] } = useQuery(query(listAnnouncements, { params: { contestId }, query: { limit: MAX_EARLIER } }));
  if (data.length === 0) return null;
  return (
    <section aria-labelledby={`news-${contestId}`} className="dc:mt-6 dc:flex dc:flex-col dc:gap-3">
      <h3 id={`news-${contestId}`} className="cq-label">
        {t("Recent announcements")}
      </h3>
      <ul className="dc:flex dc:flex-col dc:gap-3">
        {data.map(({ _id, text, at, sentTo }) => (
          <li key={_id} className="dc:rounded-md dc:bg-sunk dc:p-3">
            <p className="cq-hint">
              <T
                text="{time}, to {n, plural, one {# person} other {# people}}"
                time={<RelativeTime at={at} />}
                n={sentTo}
              />
            </p>
            <UserText>{text}</UserText>
          </li>
        ))}
      </ul>
    </section>
  );
}
