import { Link } from "react-router-dom";
import { T } from "@conquest/shared/singletons/language";
import type { HelpText as Text } from "./help-article";

export const HelpText = ({ text }: { text: Text }) =>
  typeof text === "string" ? <T text={text} /> : <T text={text.text} a={<Link to={text.to} className="cq-link" />} />;
