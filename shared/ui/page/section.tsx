import type { ComponentProps, ReactNode } from "react";

interface Props extends Omit<ComponentProps<"section">, "title"> {
  headingId: string;
  title: ReactNode;
  titleClass?: string;
  /** Scripts move the focus to the heading. */
  isFocusable?: boolean;
}

export const Section = ({
  headingId,
  title,
  titleClass = "cq-section-title",
  isFocusable,
  children,
  ...rest
}: Props) => (
  <section aria-labelledby={headingId} {...rest}>
    <h2 id={headingId} tabIndex={isFocusable ? -1 : undefined} className={titleClass}>
      {title}
    </h2>
    {children}
  </section>
);

export const Fact = ({ name, className, children }: { name: string; className?: string; children: ReactNode }) => (
  <div>
    <dt className="cq-hint">{name}</dt>
    <dd className={className}>{children}</dd>
  </div>
);
