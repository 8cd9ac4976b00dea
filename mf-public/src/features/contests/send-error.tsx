import { t } from "@conquest/shared/singletons/language";
import { Note } from "@conquest/shared/ui/note";

/** Shown above the button and scrolled into view: on phones the top of the form, or this, would be off screen. */
export const SendError = ({ title, because }: { title: string; because: string }) => (
  <div ref={scrollOnMount}>
    <Note tone="danger" role="alert" title={title}>
      {because} {t("Your text is still here.")}
    </Note>
  </div>
);

const scrollOnMount = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });
