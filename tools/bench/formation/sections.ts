import { captureSection } from "./capture.ts";
import { confusionSection } from "./confusion.ts";
import { graphSection } from "./graph.ts";
import type { FormationSection } from "./section.ts";
import { tokensSection } from "./tokens.ts";

/** What `bench formation` measures, in order. */
export const FORMATION_SECTIONS: readonly FormationSection[] = [tokensSection, captureSection, confusionSection, graphSection];
