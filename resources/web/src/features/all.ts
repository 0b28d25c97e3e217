// The features of the page, in the order of their panels and tools.
import type { Feature } from "../contract";

export const FEATURES: readonly Feature[] = [];
