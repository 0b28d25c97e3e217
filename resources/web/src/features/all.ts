// The features of the page, in the order of their panels and tools.
import type { Feature } from "../contract";
import { install as heat } from "./heat";
import { install as play } from "./play";
import { install as replay } from "./replay";

export const FEATURES: readonly Feature[] = [replay, heat, play];
