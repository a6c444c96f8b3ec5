const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

/** Capitalised inside a sentence too, and never part of a name: days, months, forms of "I", letters, shouts, titles. */
export const NEVER_NAMES = words(`
  i i'm i've i'd i'll im ive id
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue tues wed thu thur thurs fri sat sun
  january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
  am pm ok okay lol omg btw imo imho rn tbh idk ps asap fyi mr mrs ms dr prof rev sr jr
  yes no yeah yep nope hi hey hello bye thanks thank wow haha hahaha hehe yay aww awww oh ah hmm huh oops ugh sorry please user assistant`);

/** Parts of names, but no name alone: kin, directions, seasons, short forms that everybody uses. */
const NEVER_ALONE = words(`
  tv pc pdf faq eta diy ids url urls api apis ui ux qa hr ceo cto cfo vp phd ba bs ma mba todo tbd
  mom dad mum mommy daddy mama papa grandma grandpa granny auntie uncle aunt sis bro sir madam god jesus lord goodness gosh st
  internet web email spring summer autumn fall winter north south east west new year years happy merry system human bot ai step note example name date me`);

/** Words that begin sentences without being names. A capital at the beginning of a sentence says nothing by itself. */
export const SENTENCE_STARTS = words(`
  a an the this that these those here there it its he she they we you your our my his her their his who what when where why how which whose whom
  and or but nor so yet for if then than as at by from in into of off on onto out over to up with without about between during before after above below under again
  against until while because since through though although unless whether once across along around behind beside besides beyond despite down inside like
  near outside past per plus toward towards upon via within
  am is are was were be been being have has had having do does did doing done can could may might must shall should will would let lets let's
  isn't aren't wasn't weren't don't doesn't didn't can't couldn't won't wouldn't shouldn't haven't hasn't hadn't
  it's that's there's here's what's who's where's how's when's why's he's she's they're we're you're they've we've you've they'll we'll you'll he'll she'll it'll that'll i'd
  not never ever always often sometimes usually rarely maybe perhaps probably possibly definitely certainly absolutely totally really very quite rather pretty
  just only also too even still already almost nearly actually basically honestly seriously hopefully luckily fortunately unfortunately sadly finally eventually recently lately
  currently now today tonight tomorrow yesterday soon later earlier last next first second third then again anyway anyways well alright sure right true exactly indeed
  good great nice cool awesome amazing wonderful fantastic lovely beautiful gorgeous perfect excellent brilliant fun funny glad happy sad excited congrats congratulations cheers
  welcome best better big small old young long short high low full many much more most few several some any all both each every either neither another other others such same
  one two three four five six seven eight nine ten hundred thousand no none nothing nobody something somebody someone anything anyone everything everyone everybody
  people person man woman kids kid children family friends friend time times day days week weeks month months year years morning evening night weekend
  looking look looks see seeing seen saw watch check try trying make makes making made take takes taking took get gets getting got give gives giving gave go goes going went gone
  come comes coming came know knows knowing knew think thinks thinking thought feel feels feeling felt say says saying said tell tells telling told ask asks asking asked
  keep keeps keeping kept want wants wanted need needs needed love loves loved hope hopes hoping wish remember imagine guess bet mind thank thanks
  put use uses using used work works working worked start starts starting started stop stops find finds finding found help helps helping helped show shows run running
  play plays playing played read reading write writing wrote learn learning call calls called talk talking meet meeting met set add create build open close move change
  being having based given speaking considering including regarding depending according overall however therefore moreover furthermore additionally finally instead otherwise
  meanwhile similarly likewise consequently thus hence nevertheless nonetheless generally specifically especially particularly typically normally
  books pets dogs cats music food art life work home school things stuff part parts lots lot bit kind sort way ways
  will may mark bill grace hope faith joy rose dawn art
  ensure consider avoid include provide follow allow choose select check review update enable configure implement install define test verify`);

/** Whether a word alone is no name, wherever it stands. */
export const isNeverAlone = (plain: string): boolean => NEVER_NAMES.has(plain) || NEVER_ALONE.has(plain);

/** The word as the lists hold it. */
export const plainWord = (word: string): string => word.toLowerCase().replaceAll("’", "'");
