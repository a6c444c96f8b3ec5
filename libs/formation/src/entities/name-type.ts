import type { EntityType } from "@memory-cortex/models";

import { isKnownPlace } from "./places.ts";

const KIN = "wife|husband|partner|fiancée?|girlfriend|boyfriend|spouse|friend|best friend|buddy|colleague|co-?worker|boss|manager|mentor|coach|teacher|doctor|dentist|therapist|neighbou?r|roommate|landlord|client|brother|sister|mother|father|mom|dad|son|daughter|cousin|aunt|uncle|nephew|niece|grandm\\w+|grandpa|grandfather|baby|kid|child|twins?|dog|cat|puppy|kitten|pup";
const PERSON_BEFORE = new RegExp(`(?:\\b(?:${KIN})(?:,| is| was)?(?: (?:named|called|name is))?,? |\\b(?:Dr|Mr|Mrs|Ms|Prof)\\.? |\\b(?:met|told|asked|married|dating|texted|thank|thanks|hey|hi|hello|dear|hire|hired|meeting|lunch|dinner|coffee|chat|chatted|talk|talked|spoke|call) (?:with |to |up with )?|\\b(?:name is|named|called|I'm|I am|call me|written by|novel by|book by|directed by) |\\bwith my \\w+ )$`, "iu");
const PERSON_AFTER = new RegExp(`^(?:,? (?:(?:is|was) (?:my|his|her|their|our) (?:\\w+ )?(?:${KIN})|and I|and me|said|says|told|tells|asked|thinks|thought|loves|loved|likes|liked|hates|wants|wanted|prefers|works|worked|lives|lived|called|texted|emailed|visited|joined|married|invited|recommended|suggested|helped|gave|herself|himself)\\b|['’]s (?:birthday|wedding|mom|mother|dad|father|wife|husband|family|house|place|kids?|daughter|son|friend|party|job|favou?rite|dog|cat|advice|number|email))`, "u");
const PLACE_BEFORE = /\b(?:moved? (?:back )?to|moving to|lives? in|lived in|living in|trip to|travel(?:l?ed|l?ing)? to|fl(?:y|ew|ight|ying) to|based in|located in|grew up in|born in|vacation (?:in|to)|holiday in|drive to|drove to|road trip to|hik(?:e|ed|ing) in|stay(?:ed|ing)? in) (?:the )?$/iu;
const PLACE_WORD = /(?:^| )(?:Street|Avenue|Road|Park|Beach|Lake|River|City|Island|Islands|Airport|Valley|Bay|Mountain|Mountains|Canyon|Falls|Square|Bridge|Coast|County|Village|Café|Cafe|Restaurant|Gallery|Museum)$|^(?:Lake|Mount|Mt|San|Santa|Saint|St|Fort|Los|Las) /u;
const ORGANISATION_WORD = /(?:^| )(?:Inc|Ltd|LLC|GmbH|AG|Corp|Corporation|Company|Co|University|College|School|Institute|Academy|Bank|Labs?|Foundation|Association|Agency|Hospital|Clinic|Studios?|Group|Council|Ministry|Department|Team|Church|Club|Society|Centre|Center)$|^(?:University|College|Bank|Institute|Department|Ministry) of /u;
const ORGANISATION_BEFORE = /\b(?:works? (?:at|for)|working (?:at|for)|worked (?:at|for)|job at|position at|role at|intern(?:ship|ing|ed)? (?:at|with)|hired by|employed by|offer from|ceo of|founder of|studied at|studying at|graduated from|interview (?:at|with)|company,?(?: called)?) (?:the )?$/iu;
const PROJECT_BEFORE = /\bproject (?:called |named )?$/iu;
const SYSTEM_BEFORE = /\b(?:using|use|used|uses|deploy(?:ed)? (?:on|to|with)|running on|runs on|written in|built (?:with|on|in)|based on|migrat(?:ed|ing|e) (?:to|from)|switch(?:ed|ing)? (?:to|from)|install(?:ed|ing)?|integrat(?:ed|e|ing) with|version of|in|with) $/iu;
const SYSTEM_AFTER = /^ (?:API|SDK|database|server|library|framework|cluster|container|plugin|module|package|extension|docs|integration|app|CLI|queries|query|tables?|schema|endpoint|version|v?\d)/u;
const SYSTEM_NAME = /\p{Ll}\p{Lu}|\.(?:js|io|py|net|ai)$|\+\+|#$|^\p{Lu}+\p{N}|SQL|DB$|API$|OS$/u;
const SURNAME = /^(?:Mac|Mc|De|Di|Du|La|Le|O)\p{Lu}\p{Ll}+$/u;

const AROUND = 40;

/**
 * What kind of thing a name is, by its form and the words around it; "concept" when nothing tells. Order matters: what a name says itself
 * counts before what stands beside it.
 */
export function nameType(text: string, { name, index, end }: { name: string; index: number; end: number }): EntityType {
  if (isKnownPlace(name)) return "place";
  if (ORGANISATION_WORD.test(name)) return "organisation";
  if (PLACE_WORD.test(name)) return "place";
  if (SYSTEM_NAME.test(name) && !SURNAME.test(name.split(" ").at(-1)!)) return "system";
  const before = text.slice(Math.max(0, index - AROUND), index);
  const after = text.slice(end, end + AROUND);
  if (PROJECT_BEFORE.test(before) || /^ project\b/iu.test(after)) return "project";
  if (ORGANISATION_BEFORE.test(before)) return "organisation";
  if (!/^\p{Lu}{3,}$/u.test(name) && (PERSON_BEFORE.test(before) || PERSON_AFTER.test(after))) return "person";
  if (PLACE_BEFORE.test(before)) return "place";
  return SYSTEM_BEFORE.test(before) && SYSTEM_AFTER.test(after) ? "system" : "concept";
}
