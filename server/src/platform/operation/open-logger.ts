import { pino, type Logger } from "pino";
import { describeError } from "../failures/describe-error";

/** Lines of JSON, in which errors say nothing of what people typed. Every program that writes a log has it from here. */
export const openLogger = (level: string): Logger => pino({ level, serializers: { err: describeError } });
