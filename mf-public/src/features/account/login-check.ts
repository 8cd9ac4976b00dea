import { zodResolver } from "@hookform/resolvers/zod";
import { z } from "zod";
import { email, REQUIRED } from "@conquest/shared/contracts/text/fields";

const loginForm = z.object({ email, password: z.string().min(1, REQUIRED) });

export const check = zodResolver(loginForm);
