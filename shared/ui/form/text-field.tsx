import { useState, type ComponentProps, type ReactNode } from "react";
import { Eye, EyeOff } from "lucide-react";
import { t } from "@conquest/shared/singletons/language";
import { FieldFrame, useField, type FieldProps } from "@conquest/shared/ui/form/field-frame";

interface Adornments {
  before?: ReactNode;
  after?: ReactNode;
}

type Props = FieldProps & Adornments & ComponentProps<"input">;

export function TextField({ type = "text", before, after, ...props }: Props) {
  const [frame, control] = useField(props);
  const [isRevealed, setRevealed] = useState(false);
  const isPassword = type === "password";
  return (
    <FieldFrame {...frame}>
      <div className="cq-control">
        {before && <span className="cq-control-before">{before}</span>}
        <input dir="auto" {...control} type={isPassword && isRevealed ? "text" : type} className="cq-input" />
        {isPassword && (
          <button
            type="button"
            className="cq-control-button"
            aria-label={t("Show typed characters")}
            aria-pressed={isRevealed}
            onClick={() => setRevealed(!isRevealed)}>
            {isRevealed ? <EyeOff aria-hidden="true" size={18} /> : <Eye aria-hidden="true" size={18} />}
          </button>
        )}
        {after && <span className="cq-control-after">{after}</span>}
      </div>
    </FieldFrame>
  );
}
