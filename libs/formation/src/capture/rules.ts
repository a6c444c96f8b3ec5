import type { MemoryType } from "@memory-cortex/models";

/** One kind of statement that is worth remembering. */
export interface CaptureRule {
  name: string;
  type: MemoryType;
  /** Matched against the sentence without quoted words. */
  pattern: RegExp;
  /** Sentences that fit the pattern and still say nothing. */
  unless?: RegExp;
  topic: string;
  /** 0–1 */
  importance: number;
  /** 0–1: how often the rule is right. */
  confidence: number;
  /** Rules and procedures may hold an "if" and a "please". */
  allowsConditions?: boolean;
  /** An order to an assistant; between people the same words are a proverb or cheer somebody up. */
  toMachine?: boolean;
}

/** An object that means nothing without the sentence before it, or that praises the listener. */
const EMPTY_OBJECT = "(?!(?:it|its|it's|that|this|these|those|them|they|their|his|him|her|you|your|yours|how|what|when|where|seeing|hearing|the way|the idea|the sound|the look|to(?! \\w)|to (?:hear|see|know|chat|talk|help|think|say|be|believe|get|share)|so much|too|both|all of|everything about|everyone|one|ones|being able|sharing|to[.,!]|and|but|because|when)\\b)";
const ADVERB = "(?:really |absolutely |totally |just |also |still |definitely |usually |generally |always |personally |truly |actually |especially |honestly )*";
const KIN = "(?:mom|mum|mother|dad|father|parents|sister|brother|wife|husband|partner|fianc[eé]e?|girlfriend|boyfriend|son|daughter|kids?|children|twins|grandma|grandmother|grandpa|grandfather|aunt|uncle|cousin|niece|nephew|in-laws|roommate|boss|best friend)";
const PET = "(?:dog|cat|puppy|kitten|pup|hamster|rabbit|bunny|parrot|horse|turtle|guinea pig|pet|snake)";
const BELONGING = "(?:car|bike|bicycle|motorbike|motorcycle|scooter|van|truck|boat|camper|caravan|house|flat|apartment|cabin|cottage|garden|allotment|garage|laptop|macbook|imac|desktop|computer|pc|phone|iphone|ipad|pixel|kindle|tablet|printer|camera|canon|nikon|telescope|drone|guitar|violin|piano|cello|drum kit|synth|nas|server|raspberry pi|3d printer|greenhouse|sewing machine|espresso machine|tesla|toyota|honda|ford|bmw|volkswagen|volvo|vespa)";
const JOB = "(?:developer|engineer|programmer|designer|teacher|nurse|doctor|lawyer|accountant|student|writer|author|artist|musician|singer|photographer|chef|cook|manager|consultant|scientist|researcher|analyst|architect|carpenter|electrician|plumber|mechanic|driver|pilot|farmer|journalist|editor|translator|professor|lecturer|therapist|psychologist|counsell?or|social worker|pharmacist|dentist|veterinarian|vet|police officer|firefighter|soldier|veteran|baker|barista|waiter|waitress|bartender|salesperson|entrepreneur|founder|freelancer|producer|director|actor|actress|dancer|coach|trainer|librarian|paralegal|colou?r technologist|administrator|technician|secretary|recruiter|intern|apprentice|retiree|volunteer)";

const define = (rule: CaptureRule): CaptureRule => rule;

/** In order of preference: the first rule that fits a sentence names it. Precision by rule: docs/decisions/rules-capture.md. */
export const RULES: readonly CaptureRule[] = [
  define({
    name: "name", type: "fact", topic: "name", importance: 0.9, confidence: 0.95, allowsConditions: true,
    pattern: /\b(?:[Mm]y (?:full |first |last |real )?name(?: is|'s)|[Cc]all me|I go by|I(?:'d)? prefer to be called) [A-ZÀ-Þ][\p{L}'-]+|\bI(?:'m| am) [A-ZÀ-Þ][\p{Ll}'-]+(?: [A-ZÀ-Þ][\p{Ll}'-]+)?, (?:and I|an? |\d|from )/u,
    unless: /\b(?:imagine|pretend|suppose|what if|as if|role-?play|kidding|joking|haha|lol)\b|\bcall me (?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|When|If|Later|At|On|After|Before|Back|Old|Crazy)\b/i,
  }),
  define({
    name: "rule", type: "rule", topic: "rule", importance: 0.85, confidence: 0.95, allowsConditions: true, toMachine: true,
    pattern: /^(?:(?:and|also|so|ok(?:ay)?|but|remember|important|note|yes|no)[,:] )?(?:please,? )?(?:always|never|do not ever|don't ever|from now on,?|in (?:the )?future,?|whenever you|every time you|you (?:should|must|need to|have to|can|are to) (?:always|never)|you must not|make sure (?:to always|to never|you always|you never|that you always|that you never)) [a-z]|^(?:please,? )(?:don't|do not|stop|avoid) [a-z]|^stop (?:using|sending|adding|writing|calling|asking|suggesting|including|mentioning|sharing) [a-z]|^(?:don't|do not) (?:use|send|write|add|call|email|mail|contact|schedule|book|deploy|push|commit|merge|touch|delete|remove|change|include|mention|share|wake|put|buy|order)\b/i,
    unless: /\b(?:never mind|never (?:give|gave) up|never have to|never stop|never too late|never know|never forget|never underestimate|never lose|never let|never been|never seen|never heard|never thought|never had|never tried|never knew|always (?:remember|believe|here|good|nice|great|fun|lovely|happy|been|wanted|loved|amazing|cool|a |the |so |worth|there|room)|worry|hesitate|give up|forget|hold back|get me wrong|feel (?:bad|sorry|like)|be (?:afraid|sorry|too|shy|hard)|beat yourself)\b/i,
  }),
  define({
    name: "own rule", type: "preference", topic: "habit", importance: 0.6, confidence: 0.8,
    pattern: new RegExp(`\\bI ${ADVERB}(?:always|never|usually|rarely|no longer|don't ever|only ever) (?:eat|drink|cook|use|take|wear|buy|work|sleep|get up|wake|go|run|swim|ride|drive|fly|travel|read|write|watch|play|shop|order|pay|sit|stay|book|prefer|choose|carry|keep|meet|start|have (?:breakfast|lunch|dinner|coffee|tea))\\b`, "i"),
    unless: /\bnever (?:go|get|take|keep) (?:wrong|enough|over|for granted|old|back)|\balways (?:go|keep|take|have|use|carry|read|get|work|choose|start) (?:it|them|that|this|you|on|up|with me|in mind|going|out)\b/i,
  }),
  define({
    name: "decision", type: "fact", topic: "decision", importance: 0.75, confidence: 0.85,
    pattern: /\b(?:I|we|we all|my team|our team)(?:'ve| have)? (?:finally |just |also |both |now |recently )?(?:decided|settled|agreed|opted|committed) (?:to|on|for|that|against|not to|upon)\b|\b(?:I|we)(?:'ve| have)? (?:chosen|chose|picked) (?!up|out|and\b|you|it\b|them\b|him\b|her\b|that\b|this\b)\w|\b(?:the|our|my|final) decision (?:is|was) to\b|^(?:(?:ok(?:ay)?|alright|right|yes|yeah|great|perfect|so|then|good|sure),? )*let's (?:go with|stick with|stick to|settle on|switch to|use|keep using) (?!it\b|that\b|this\b|them\b|your?\b|the (?:first|second|same|following|above)\b)\w|\bwe(?:'ll| will|'re going to| are going to) (?:go with|stick with|switch to|migrate to|move to) (?!it\b|that\b|this\b|them\b|the (?:first|second)\b)\w/i,
    unless: /\b(?:decided|agreed) to (?:do|try|go for|give) (?:it|that|this)\b/i,
  }),
  define({
    name: "allergy and diet", type: "fact", topic: "health", importance: 0.85, confidence: 0.95,
    pattern: /\b(?:I|we|my \w+)(?:'m| am|'re| are| is|'s)? (?:also |severely |very |mildly |highly |lactose |gluten )?(?:allergic to (?!it\b|that\b|them\b)|(?:a )?vegan\b|(?:a )?vegetarian\b|(?:a )?pescatarian\b|coeliac|celiac|diabetic|intolerant)|\bI (?:have|suffer from|was diagnosed with|got diagnosed with|live with) (?:a |an |the |type \d |chronic |severe |mild )*(?:allerg\w+|diabetes|asthma|adhd|migraines?|epilepsy|arthritis|anxiety|depression|coeliac|celiac|gastritis|high blood pressure|insomnia|cancer|gout)/i,
  }),
  define({
    name: "birthday and age", type: "fact", topic: "birthday", importance: 0.8, confidence: 0.9,
    pattern: new RegExp(`\\b(?:my|my ${KIN}'s|our) (?:\\d+\\w\\w )?(?:birthday|anniversary) (?:is|was|falls|comes up) (?!(?:great|good|awesome|amazing|fun|so|really|a |an |special|coming|soon|wonderful|lovely|nice))|\\bI (?:was born|just turned|turned|turn|will turn) (?:on|in|\\d)|\\bI(?:'m| am) (?:now |already )?\\d{1,3}(?:[.!]?$| years old|-year-old| and )`, "i"),
  }),
  define({
    name: "place", type: "fact", topic: "home", importance: 0.8, confidence: 0.9,
    pattern: /\b(?:I|[Ww]e)(?:'ve| have)? (?:now |currently |still |just |recently |finally |already |all |both |'ve |have )*(?:live|lived|living|grew up|moved|relocated|settled|reside|am from|come from|was raised|were raised|moving) (?:here )?(?:in|at|near|to|from|into|outside|with my|with two|close to|on the|back to)\b(?! (?:the (?:past|moment|present|next|more|same|right|wrong|way)|a (?:better|new) (?:way|place in)|it\b|that\b|this\b|fear|forward))|\bI(?:'m| am) (?:originally |currently |now )?(?:from|based in|living in|staying in) [A-ZÀ-Þ]|\b[Mm]y (?:home ?town|home country|(?:home )?address) is\b/u,
    unless: /\b(?:moved|moving) (?:on|forward|to tears|by)\b/,
  }),
  define({
    name: "job", type: "fact", topic: "work", importance: 0.75, confidence: 0.9,
    pattern: new RegExp(`\\bI(?:'m| am)(?: also| now| currently)? an? (?:[\\w-]+ ){0,3}${JOB}\\b|\\bI (?:also |now |currently |still |just |used to |recently )*(?:work|worked|started working|freelance|intern|teach|study|studied|volunteer|volunteered|majored|graduated) (?:as|at|for|in|with|from) (?!(?:it|that|this|them|him|her|you|a while|years|months|now|the (?:morning|evening|past|future|meantime|weekend|background|end))\\b)|\\bI (?:study|studied|teach|taught) (?:[a-z]+ ){1,3}at [A-ZÀ-Þ]|\\bI(?:'ve| have) (?:been|worked|been working) (?:an? |as an? )(?:[\\w-]+ ){0,2}${JOB}\\b|\\b[Mm]y (?:job|profession|occupation|day job|boss|employer|major) (?:is|was) (?!(?:a mess|going|great|good|hard|tough|stressful|so|really|very|not|the best|challenging))|\\bI (?:just |recently |finally )?(?:got|landed|accepted|quit|lost|started) (?:a |my |the |an )(?:new |old |full-time |part-time )?(?:job|position|internship)\\b`),
  }),
  define({
    name: "family and pets", type: "fact", topic: "family", importance: 0.75, confidence: 0.85,
    pattern: new RegExp(`\\b[Mm]y (?:[\\w-]+ ){0,2}(?:${KIN}|${PET})(?:, [A-ZÀ-Þ][\\p{L}]+,|'s name| [A-ZÀ-Þ][\\p{Ll}]+)? (?:is|are|was|were|works|lives|has|have|passed away|died|turned|turns|got|moved|studies|plays|loves|likes|hates) (?!(?:amazing|great|awesome|so|really|always|such|super|very|happy|fine|good|there|here|it|that|this|all|my (?:rock|world|biggest)|the (?:best|one)|been|to )\\b)|\\b(?:I|[Ww]e)(?: also| now| already| still)?(?: have| have got|'ve got| adopted| got) an? [\\w-]+ (?:called|named) [A-ZÀ-Þ]|\\b(?:I|[Ww]e)(?: also| now| already| still)?(?: have| have got|'ve got| adopted| got) (?:an?|one|two|three|four|five|\\d|another) (?:(?!(?:about|of|for|with|from|in|on|to|by|like|and|or|that|who|question|picture|photo|friend|idea|story)\\b)[\\w-]+ ){0,3}(?:${KIN}|${PET}|sisters|brothers|sons|daughters|dogs|cats|puppies|kittens|pets|siblings)\\b|\\bI(?:'m| am) (?:married|engaged|divorced|single|widowed|pregnant|expecting)\\b|\\b(?:I|[Ww]e)(?:'ve| have) been (?:married|together|dating|engaged) (?:for|since)\\b|\\b(?:I|[Ww]e) got (?:married|engaged|divorced)\\b`, "u"),
  }),
  define({
    name: "favourite", type: "preference", topic: "preference", importance: 0.65, confidence: 0.9,
    pattern: /\b[Mm]y (?:all-time |absolute |personal |current |second |new )*favou?rites?(?: [\w'-]+){0,5} (?:is|are|was|were|would be|has to be|has always been)\b|\b(?:is|are|was) (?:definitely |still |also |one of )*my (?:all-time |absolute )*favou?rites?\b/,
    unless: /^(?:\w+,? )?(?:it|that|this|they|these|those|he|she|it's|that's|there)\b|\b(?:they|it|he|she) (?:is|are|was|were|'s|'re) (?:still |one of )*my\b|(?:is|are|was|were) (?:it|that|this|these|those|when|how|probably (?:this|that))\b|\bmy favou?rites? (?:part|thing|moment|memory) (?:is|was|of it)\b|^\W*(?:is|are) |^one of|\b(?:this|that|last|these|those) [\w ]{1,30} (?:is|are|was) (?:one of )?my|\bI felt\b/i,
  }),
  define({
    name: "preference", type: "preference", topic: "preference", importance: 0.6, confidence: 0.85,
    pattern: new RegExp(`\\bI(?:'d| would)? ${ADVERB}(?:prefer|adore|hate|dislike|can't stand|cannot stand|can't eat|don't eat|don't drink|don't like|do not like|don't enjoy|detest|avoid) ${EMPTY_OBJECT}\\w|\\bI ${ADVERB}(?:love|like|enjoy) ${EMPTY_OBJECT}(?!spending|getting|making sure|knowing|feeling|having|trying|going|all |the (?!ocean|sea|beach|mountains?|city|country|outdoors|piano|guitar|violin|smell of|taste of|sound of|music of|books? (?:of|by)|works? of|films? (?:of|by)|theat|opera|gym|cold|heat|rain|snow|summer|winter|sun))\\w|\\bI(?:'m| am) (?:so |really |very |also |more |mostly |totally |quite |still |super |not )*(?:a (?:big|huge|massive|lifelong|real) fan of|into|obsessed with|crazy about|passionate about|fond of|not a (?:big )?fan of) ${EMPTY_OBJECT}\\w|\\bI(?:'ve| have) (?:always )?(?:loved|been into|been passionate about) ${EMPTY_OBJECT}\\w|\\bI prefer [^.]{2,60} (?:over|to|rather than|instead of) `),
    unless: /^(?:\w+,? )?(?:it|it's|that|that's|this|these|they|those|he|she)\b|\bwhy I(?:'m| am)? |\bthe (?:things?|stuff|people) I (?:love|like|enjoy)|\bworking on it\b|\b(?:that|this|those|these) \w+[.!]?$|\b(?:like|love) (?:that|the (?:idea|sound|look|way|vibe|concept)|to (?:hear|see|know))\b|\bI like (?:a|to be|to think) \b(?:lot|bit)|\b(?:into|to) the (?:details|next|new|future)\b/,
  }),
  define({
    name: "possession", type: "fact", topic: "possessions", importance: 0.6, confidence: 0.85,
    pattern: /\b(?:I|we) (?:just |recently |also |finally |still |now )*(?:own|drive|bought|purchased|inherited|ordered|adopted) (?:an?|my|two|three|some|the|myself an?|our) (?!(?:few|lot|bit|couple|bunch|time|it|that|break|ton|habit|of))[\w'-]+/i,
    unless: /\b(?:bought|ordered) (?:some|the) (?:stuff|things|tools|time)\b|\bdrive (?:my|the|a) (?:kids|point|change|lot)\b|\bown the\b/i,
  }),
  define({
    name: "belonging", type: "fact", topic: "possessions", importance: 0.6, confidence: 0.8,
    pattern: new RegExp(`\\bI(?: (?:also|still|now|only|already))*(?: have| have got|'ve got) (?:an?|two|three|my own) (?:(?!(?:about|of|for|with|from|in|on|to|by|like|and|or|that|problem|issue|question|broken)\\b)[\\w-]+ ){0,4}${BELONGING}\\b(?! (?:problem|issue|question|appointment|lesson|rental|trip|race|ride|call|number|bill|plan|battery|screen|sale|accident|crash|loan|for sale|in mind))`, "i"),
  }),
  define({
    name: "procedure", type: "procedure", topic: "procedure", importance: 0.7, confidence: 0.8, allowsConditions: true,
    pattern: /^(?:to|in order to) (?!be\b|sum\b)[a-z][^,]{4,80}, (?:you |we |I )?first [a-z]+ |^(?:to|in order to) (?!be\b|sum\b)[a-z][^,]{4,80}, (?:we|I|you (?:have|need) to|first|always|just|simply)? ?(?:always |first |just |simply |then )?(?:run|use|restart|ssh|cd|type|enter|edit|add|remove|delete|select|choose|switch|download|connect|call|press|open|set|click|type|go to|log in|turn|pull|push|build|copy|stop|start|ask|send|fill|unplug|hold|clone|install|deploy|check|execute)\b|^(?:our|my|the|the usual|our usual|my usual) (?:process|procedure|workflow|routine|recipe|steps?|way) (?:for|to|of|when) [^,.]{3,80} (?:is|are) (?:to |that |as |first|:)|\bthe way (?:we|I) [a-z]+ [^,.]{3,60} is (?:to|by)\b|^(?:when|whenever|every time|before|after) [^,]{6,80}, (?:we|I|you) (?:always |first |have to |need to |must )+[a-z]+|^first,? [^,]{4,80}, then [a-z]/i,
    unless: /\b(?:I|we) (?:need|want|have) to (?:make sure|ensure|know|understand|find|figure)\b|\bcan I\b/i,
  }),
];
