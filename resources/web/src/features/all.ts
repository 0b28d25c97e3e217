// The features of the page, in the order of their panels and tools.
import type { Feature } from "../contract";
import { install as facts } from "./facts";
import { install as fairness } from "./fairness";
import { install as fan } from "./fan";
import { install as heat } from "./heat";
import { install as line } from "./line";
import { install as overlays } from "./overlays";
import { install as play } from "./play";
import { install as reach } from "./reach";
import { install as replay } from "./replay";
import { install as scripts } from "./scripts";

export const FEATURES: readonly Feature[] = [
  line, fan, reach, facts, overlays, fairness, replay, heat, play, scripts,
];
