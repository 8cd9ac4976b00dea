import { Circle, CircleCheck } from "lucide-react";
import { Link } from "react-router-dom";
import { T, t } from "@conquest/shared/singletons/language";
import { Section } from "@conquest/shared/ui/page/section";

export interface ChecklistItem {
  to: string;
  title: string;
  text: string;
  isDone: boolean;
}

export const Checklist = ({ items }: { items: readonly ChecklistItem[] }) => (
  <Section
    headingId="checklist"
    title={
      <T
        text="Get started <a>{done} of {all} done</a>"
        done={items.filter(({ isDone }) => isDone).length}
        all={items.length}
        a={<span className="du:text-base du:font-normal du:text-muted" />}
      />
    }
    className="cq-panel du:mb-10">
    <ol className="du:mt-4 du:grid du:gap-4 du:md:grid-cols-2">
      {items.map(({ to, title, text, isDone }) => (
        <li key={title} className="du:flex du:gap-3">
          {isDone ? (
            <CircleCheck aria-hidden="true" size={22} className="du:mt-0.5 du:shrink-0 du:text-success" />
          ) : (
            <Circle aria-hidden="true" size={22} className="du:mt-0.5 du:shrink-0 du:text-muted" />
          )}
          <span>
            {isDone ? (
              <span className="du:font-semibold">
                {title}
                <span className="cq-visually-hidden"> {t("(done)")}</span>
              </span>
            ) : (
              <Link to={to} className="cq-link du:font-semibold">
                {title}
              </Link>
            )}
            <span className="cq-hint du:block">{text}</span>
          </span>
        </li>
      ))}
    </ol>
  </Section>
);

export const profileItem = ({ name, image }: { name: string; image: string }): ChecklistItem => ({
  to: "/dashboard/my_profile",
  title: t("Complete your profile"),
  text: t(name !== "" && image === "" ? "Add a photo." : "Add your name and a photo."),
  isDone: name !== "" && image !== "",
});
