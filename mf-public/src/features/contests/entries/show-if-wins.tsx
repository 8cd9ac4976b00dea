import { useId, type ComponentProps } from "react";
import { showEntryIfWins } from "@conquest/shared/contracts/entries";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { SavingState, useAutosave } from "@conquest/shared/ui/form/use-autosave";

export function ShowIfWinsField({
  isByTeam,
  ...props
}: Omit<ComponentProps<"input">, "type" | "className" | "id"> & { isByTeam: boolean }) {
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
          {t("If my entry wins, show it on the contest's page")}
        </label>
        <p id={`${id}-hint`} className="cq-hint">
          {t(
            isByTeam
              ? "Anyone will be able to see it, with your team's name and files. You can change this until there's a winner."
              : "Anyone will be able to see it, with your name and files. You can change this until there's a winner.",
          )}
        </p>
      </div>
    </div>
  );
}

interface ShowIfWinsProps {
  contestId: string;
  isByTeam: boolean;
  showIfWins: boolean;
}

export function ShowIfWins({ contestId, isByTeam, showIfWins }: ShowIfWinsProps) {
  const show = useCall(showEntryIfWins);
  const { value, choose, saving, retry, control } = useAutosave(showIfWins, (next) =>
    show.mutateAsync({ params: { contestId }, body: { showIfWins: next } }),
  );
  return (
    <div className="pu:flex pu:flex-col pu:gap-2">
      <ShowIfWinsField
        isByTeam={isByTeam}
        ref={control}
        checked={value}
        onChange={({ target }) => choose(target.checked)}
      />
      <SavingState saving={saving} onRetry={retry} />
    </div>
  );
}
