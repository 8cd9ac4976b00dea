import { ChevronDown } from "lucide-react";

interface RowSelectProps {
  /** What is chosen; the row's name comes beside it. */
  label: string;
  /** Whose row it is. */
  of: string;
  value: string;
  options: { value: string; label: string; disabled?: boolean }[];
  isBusy: boolean;
  onChoose: (value: string) => void;
}

/** A choice within a table's row. While busy it keeps the focus and takes no other choice. */
export function RowSelect({ label, of, value, options, isBusy, onChoose }: RowSelectProps) {
  return (
    <span className="cq-control da:min-w-32">
      <select
        className="cq-input cq-select da:text-sm"
        aria-label={`${label} of ${of}`}
        aria-busy={isBusy || undefined}
        value={value}
        onChange={(event) => !isBusy && onChoose(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="cq-select-arrow" aria-hidden="true" size={16} />
    </span>
  );
}
