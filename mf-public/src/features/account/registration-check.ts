import { zodResolver } from "@hookform/resolvers/zod";
import { z } from "zod";
import { email, optionalPictureUrl, REQUIRED, requiredName } from "@conquest/shared/contracts/text/fields";
import { LONGEST_NAME } from "@conquest/shared/contracts/text/names";

const registrationForm = z.object({
  full_name: requiredName(LONGEST_NAME),
  email,
  password: z.string().min(1, REQUIRED),
  photo_url: optionalPictureUrl,
  captcha: z.string().min(1, REQUIRED),
});

export const check = zodResolver(registrationForm);
