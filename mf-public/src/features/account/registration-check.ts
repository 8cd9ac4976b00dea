import { zodResolver } from "@hookform/resolvers/zod";
import { z } from "zod";
import { email, optionalPictureUrl, REQUIRED, requiredName } from "@conquest/shared/contracts/text/fields";
import { MAX_NAME_LENGTH } from "@conquest/shared/contracts/text/names";
import { MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from "@conquest/shared/contracts/text/password";

const registrationForm = z.object({
  full_name: requiredName(MAX_NAME_LENGTH),
  email,
  password: z.string().min(1, REQUIRED).min(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT),
  photo_url: optionalPictureUrl,
  captcha: z.string().min(1, REQUIRED),
});

export const check = zodResolver(registrationForm);

// Needed only after the check, and must not be in the page's first scripts.
export { sendFirstLink } from "@conquest/shared/ui/account/verification";
