/** A question whose answer stands two facts away: the first names who is meant, the second answers. */
export interface TwoStepQuestion {
  question: string;
  /** Told in this order; the answer is the last. */
  facts: [string, string];
}

const PEOPLE = ["Ruth", "Olaf", "Ines", "Tarek", "Maud", "Silvio", "Pia", "Joris", "Leonie", "Bartek", "Noor", "Edda", "Caspar", "Ylva", "Ruben", "Thea"];
const OTHERS = ["Dagny", "Henrik", "Milos", "Aylin", "Gregor", "Solveig", "Tomas", "Wanda", "Ansgar", "Fenja", "Rasmus", "Irina", "Ludo", "Beata", "Kjell", "Samira"];
const PLACES = ["Graz", "Tampere", "Leuven", "Bergen", "Girona", "Aarhus", "Lublin", "Trieste", "Ghent", "Malaga", "Turku", "Brno", "Basel", "Nantes", "Kaunas", "Split"];
const FIRMS = ["Hartmann Labs", "Orbex", "Nordlys Energy", "Palanga Foods", "Quint Robotics", "Verdel Bank", "Sontra", "Kite Studios", "Alpenrose", "Mirador", "Tessera", "Lumen Press", "Bluefin", "Ostrava Steel", "Corvo", "Hexa Health"];

const TIES = [
  { tell: (one: string, other: string) => `${one} reports to ${other}.`, ask: "the person whom NAME reports to" },
  { tell: (one: string, other: string) => `${one} is married to ${other}.`, ask: "the person NAME is married to" },
];

/** Made up: people who are tied to somebody, of whom something else is told. No question holds a name that its answer holds. */
export const TWO_STEP_QUESTIONS: readonly TwoStepQuestion[] = PEOPLE.map((person, index) => {
  const other = OTHERS[index]!;
  const tie = TIES[index % TIES.length]!;
  const who = tie.ask.replace("NAME", person);
  const first = tie.tell(person, other);
  return index % 4 < 2
    ? { question: `Where does ${who} live?`, facts: [first, `${other} lives in ${PLACES[index]!}.`] }
    : { question: `Where does ${who} work?`, facts: [first, `${other} works at ${FIRMS[index]!}.`] };
});
