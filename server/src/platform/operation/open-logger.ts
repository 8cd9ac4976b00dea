import { pino, type Logger } from "pino";
import { describeError } from "../failures/describe-error";

export const openLogger = (level: string): Logger => pino({ level, serializers: { err: describeError } });
