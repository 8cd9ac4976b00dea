import { Button } from "@conquest/shared/ui/button";

interface Props {
  label: string;
  onTakeBack: () => void;
}

/** Must be inside the fieldset of its rating, which gets the focus because the button disappears. */
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
