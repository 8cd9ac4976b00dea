import { digits } from "@conquest/shared/singletons/language";

const RADIUS = 52;

export function ProgressRing({ percent, label }: { percent: number; label: string }) {
  const shown = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div role="img" aria-label={`${label}: ${digits(shown)}%`} className="cq-ring">
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle className="cq-ring-track" cx="60" cy="60" r={RADIUS} />
        {shown > 0 && (
          <circle
            className="cq-ring-value"
            cx="60"
            cy="60"
            r={RADIUS}
            pathLength={100}
            strokeDashoffset={100 - shown}
          />
        )}
      </svg>
      <span className="cq-ring-number" aria-hidden="true">
        {digits(shown)}%
      </span>
    </div>
  );
}
