export function Spinner({ label, size = "md" }: { label: string; size?: "sm" | "md" | "lg" }) {
  return (
    <span role="status" className={`cq-spinner cq-spinner-${size}`}>
      <span className="cq-spinner-ring" aria-hidden="true" />
      <span className="cq-visually-hidden">{label}</span>
    </span>
  );
}
