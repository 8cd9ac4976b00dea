import { pino, type Logger } from "pino";
import { describeError } from "../failures/describe-error";

/** Opens a JSON log in which errors contain no user input. Every program that logs uses it. */
export const openLogger = (level: string): Logger => pino({ level, serializers: { err: describeError } });
