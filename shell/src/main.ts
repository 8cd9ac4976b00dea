// First: every other import makes schemas.
import "./without-eval";
import "./provided";
import "./shell.css";
import { start } from "./start";

void start();
