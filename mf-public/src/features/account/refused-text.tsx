import { Link } from "react-router-dom";
import { truncate } from "@conquest/shared/ui/format/text";

/** As much of a refusal as a toast holds: all of it stands in the page. */
export const forToast = (message: string) => truncate(message, 140);

/** Why somebody was not let in, or was sent away; where it says that they can contact us, it leads there. */
export const RefusedText = ({ children: text }: { children: string }) => (
  <>
    {text}
    {text.includes("Contact us") && (
      <Link to="/contact_us" className="cq-link pu:mt-1 pu:block">
        Contact us
      </Link>
    )}
  </>
);
