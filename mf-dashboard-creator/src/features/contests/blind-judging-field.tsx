import type { ComponentProps } from "react";

interface Props extends ComponentProps<"input"> {
  /** Why it cannot be changed; omitted if it can. */
  because?: string;
}

export function BlindJudgingField({ because, ...props }: Props) {
  return (
    <div>
      <label className="dc:flex dc:min-h-11 dc:cursor-pointer dc:items-center dc:gap-3 dc:font-medium">
        <input
          {...props}
          type="checkbox"
          className="toggle toggle-primary dc:shrink-0"
          aria-describedby="hides-names-hint"
          disabled={because !== undefined}
        />
        Hide names until the winner is chosen
      </label>
      <p id="hides-names-hint" className="cq-hint">
        {because ??
          "Whoever judges, you among them, reads “Entry 412” in place of a name. It stays as it is once somebody has joined."}
      </p>
    </div>
  );
}
