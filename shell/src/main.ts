import "./provided";
import "./shell.css";
import { start } from "./start";

void start();
