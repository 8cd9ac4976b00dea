import { Link } from "react-router-dom";
import { truncate } from "@conquest/shared/ui/format/text";

/** Shortened for a toast; the full text is on the page. */
export const truncateForToast = (message: string) => truncate(message, 140);

/** Explains why a sign-in was rejected; links to the contact page if the text mentions it. */
export const ErrorText = ({ children: text }: { children: string }) => (
  <>
    {text}
    {text.includes("Contact us") && (
      <Link to="/contact_us" className="cq-link pu:mt-1 pu:block">
        Contact us
      </Link>
    )}
  </>
);
