import { useId, type ComponentProps } from "react";
import { showEntryIfWins } from "@conquest/shared/contracts/entries";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { SavingState, useAutosave } from "@conquest/shared/ui/form/use-autosave";

/** The publicity question, used in the form and beside the submitted entry. */
export function ShowIfWinsField(props: Omit<ComponentProps<"input">, "type" | "className" | "id">) {
  const id = useId();
  return (
    <div className="pu:flex pu:items-start pu:gap-3">
      <input
        {...props}
        id={id}
        type="checkbox"
        className="checkbox checkbox-primary pu:shrink-0"
        aria-describedby={`${id}-hint`}
      />
      <div>
        <label htmlFor={id} className="pu:font-semibold">
          If my entry wins, show it on the contest&apos;s page
        </label>
        <p id={`${id}-hint`} className="cq-hint">
          With your name and your files, for everybody to see. You can change this until the winner is chosen.
        </p>
      </div>
    </div>
  );
}

interface Props {
  contestId: string;
  showIfWins: boolean;
}

export function ShowIfWins({ contestId, showIfWins }: Props) {
  const show = useCall(showEntryIfWins);
  const { value, choose, saving, retry, control } = useAutosave(showIfWins, (next) =>
    show.mutateAsync({ params: { contestId }, body: { showIfWins: next } }),
  );
  return (
    <div className="pu:flex pu:flex-col pu:gap-2">
      <ShowIfWinsField ref={control} checked={value} onChange={({ target }) => choose(target.checked)} />
      <SavingState saving={saving} onRetry={retry} />
    </div>
  );
}
