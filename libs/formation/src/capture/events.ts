import type { CaptureRule } from "./rules.ts";

/**
 * Something that happened or will happen to the speaker; a memory only together with a date. The verbs are ones that people give a
 * date to: a bare "I was tired yesterday" is not an event.
 */
export const EVENT: CaptureRule = {
  name: "dated event", type: "episode", topic: "event", importance: 0.6, confidence: 0.85,
  pattern: /\b(?:I|[Ww]e|[Mm]y [\w' ]{2,30}|[Oo]ur [\w' ]{2,30}|[Tt]he [\w' ]{2,30})(?:'ve| have|'m| am|'re| are|'s| is|'ll| will)? ?(?:just |also |finally |recently |actually |even |already )*(?:went|visited|attended|met|joined|took part|participated|performed|played|ran|hiked|camped|travell?ed|flew|drove|hosted|organi[sz]ed|threw|celebrated|won|lost|finished|completed|started|launched|opened|released|published|signed up|enrolled|registered|graduated|passed|failed|got|received|bought|sold|adopted|moved|broke|hurt|injured|had|saw|watched|made|painted|built|cooked|baked|gave|took|began|booked|scheduled|postponed|rescheduled|cancel+ed|tried|volunteered|spoke|presented|applied|submitted|interviewed|starts?|ends?|begins?|leaves?|arrives?|opens?|closes?|due|flying|travell?ing|going|visiting|meeting|attending|seeing|moving|starting|launching|hosting|having|taking|performing|presenting|leaving|driving|have (?:an?|my|the|our) |has (?:an?|my|the|our) |was moved|were moved|been moved|is on|are on|was on|were on)\b/,
  unless: /^(?:here's|look at|check out|take a look)\b.*\b(?:pic|photo|picture)\b|\b(?:found|painted|made|saw|bought|got|took|met|built|gave|started|finished|watched|sold|tried|had|visited|joined) (?:it|that|them|this|him|her|those)\b|\b(?:that|this) (?:spot|place|one|day|thing|moment|year|event)\b|\bhaving (?:trouble|a hard|issues|problems|difficult)|\b(?:going|got|went|having|have|had|took|taking|made|get) (?:to (?:be|have|try|do|keep|make|use|work|need|take|know)|through|better|worse|crazy|well|great|it\b|that\b|this\b|a (?:great|good|blast|lot|bit|tough|rough|hard)|so |really |some(?:thing)? )/i,
};
