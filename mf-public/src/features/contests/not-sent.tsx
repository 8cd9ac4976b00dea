import { Note } from "@conquest/shared/ui/note";

interface Props {
  title: string;
  /** As a sentence. */
  because: string;
}

/**
 * Why a form was not sent. It stands right above the button: on a phone the head of the form is far out of sight when that is pressed,
 * and what stands there is pushed out of sight itself where the button was at the foot of the screen.
 */
export const NotSent = ({ title, because }: Props) => (
  <div ref={bringIntoSight}>
    <Note tone="danger" isAlert title={title}>
      {because} What you wrote is still here.
    </Note>
  </div>
);

const bringIntoSight = (place: HTMLElement | null) => place?.scrollIntoView({ block: "nearest" });
