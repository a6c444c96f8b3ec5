/**
 * English words that no stemmer brings together, "base form form | …". Left out where the form is as often another word
 * ("a bit", "born", "leaves", "lives", "ground"). Figures in docs/decisions/text-analysis.md.
 */
const FORMS = `
  go went gone|buy bought|bring brought|think thought|teach taught|catch caught|fight fought|seek sought|take took taken|
  give gave given|forgive forgave forgiven|come came|become became|overcome overcame|begin began begun|swim swam swum|run ran|
  sing sang sung|drink drank drunk|ring rang rung|sink sank sunk|shrink shrank shrunk|spring sprang sprung|swing swung|sting stung|
  eat ate eaten|write wrote written|drive drove driven|ride rode ridden|rise rose risen|arise arose arisen|speak spoke spoken|
  break broke broken|choose chose chosen|steal stole stolen|wake woke woken|freeze froze frozen|weave wove woven|
  forget forgot forgotten|get got gotten|see saw seen|know knew known|grow grew grown|throw threw thrown|fly flew flown|
  draw drew drawn|blow blew blown|show shown|sew sewn|wear wore worn|tear tore torn|swear swore sworn|make made|say said|
  lay laid|pay paid|tell told|sell sold|find found|hear heard|hold held|keep kept|sleep slept|feel felt|meet met|lead led|
  lose lost|send sent|spend spent|lend lent|bend bent|build built|mean meant|deal dealt|dream dreamt|learn learnt|lean leant|
  leap leapt|burn burnt|spill spilt|spoil spoilt|win won|sit sat|stand stood|understand understood|hang hung|stick stuck|
  strike struck|shoot shot|dig dug|spin spun|feed fed|breed bred|bleed bled|flee fled|bite bitten|hide hid hidden|
  fall fell fallen|shake shook shaken|mistake mistook mistaken|beat beaten|prove proven|leave left|sweep swept|weep wept|
  creep crept|kneel knelt|shine shone|slide slid|light lit|
  child children|man men|woman women|person people|foot feet|tooth teeth|mouse mice|goose geese|wife wives|knife knives|
  shelf shelves|half halves|wolf wolves|loaf loaves|thief thieves|scarf scarves`;

const BASES = new Map(
  FORMS.trim()
    .split("|")
    .flatMap((line) => {
      const [base = "", ...forms] = line.trim().split(/\s+/u);
      return forms.map((form): [string, string] => [form, base]);
    }),
);

/** The base form of an irregular English word ("went" is go, "children" is child), or the word itself. */
export function baseForm(word: string): string {
  return BASES.get(word) ?? word;
}
