import { Button } from "@conquest/shared/ui/button";

interface Props {
  /** What the entry is called. */
  label: string;
  onTakeBack: () => void;
}

/** Stands within the fieldset of what it takes back, and goes with it. */
export const ClearRatingButton = ({ label, onTakeBack }: Props) => (
  <Button
    variant="ghost"
    size="sm"
    aria-label={`Take back your rating of ${label}`}
    onClick={({ currentTarget }) => {
      currentTarget.closest("fieldset")?.querySelector("input")?.focus();
      onTakeBack();
    }}>
    Take back
  </Button>
);
