import { useImperativeHandle, useRef, type Ref } from "react";
import { VISIBILITIES, isMoreVisible, type Visibility } from "@conquest/shared/contracts/visibility";
import { msg, t } from "@conquest/shared/singletons/language";
import { visibilityLabel } from "@conquest/shared/ui/contest/visibility-badge";
import { OptionalGroup } from "../optional-group";

const HINTS: Readonly<Record<Visibility, string>> = {
  public: msg("Everyone can find and see it."),
  unlisted: msg("Only people with its link see it. It's in no list and no search."),
  private: msg("Only people you invite, or who have your join code, see it."),
};

interface Props {
  name: string;
  label: string;
  /** "" is public. */
  value: string;
  /** Set once people have joined: the contest can't become more visible. */
  atMost: Visibility | undefined;
  onChange: (value: Visibility) => void;
  onBlur: () => void;
  ref?: Ref<{ focus: () => void }>;
  error?: string | undefined;
}

export function VisibilityField({ name, label, value, atMost, onChange, onBlur, ref, error }: Props) {
  const group = useRef<HTMLFieldSetElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => group.current?.querySelector("input")?.focus() }), []);
  return (
    <OptionalGroup
      ref={group}
      name={`${name}-group`}
      label={label}
      hint={t(
        atMost
          ? "People have joined, so you can only make the contest less visible."
          : "After someone joins, you can only make it less visible.",
      )}
      error={error}>
      <div className="dc:mt-1 dc:grid dc:gap-1">
        {VISIBILITIES.map((each) => (
          <label key={each} className="dc:flex dc:min-h-11 dc:cursor-pointer dc:items-start dc:gap-3 dc:py-1.5">
            <input
              type="radio"
              name={name}
              value={each}
              className="radio dc:mt-0.5 dc:shrink-0 dc:border-line-strong dc:text-brand"
              checked={(value || "public") === each}
              disabled={atMost !== undefined && isMoreVisible(each, atMost)}
              onChange={() => onChange(each)}
              onBlur={onBlur}
            />
            <span className="dc:font-medium">
              {visibilityLabel(each)} <span className="cq-hint dc:block dc:font-normal">{t(HINTS[each])}</span>
            </span>
          </label>
        ))}
      </div>
    </OptionalGroup>
  );
}
