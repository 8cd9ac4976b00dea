import { zodResolver } from "@hookform/resolvers/zod";
import { z } from "zod";
import { email } from "@conquest/shared/contracts/text/fields";

export const check = zodResolver(z.object({ email }));
