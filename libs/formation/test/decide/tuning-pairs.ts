import { pairsOf } from "./pair.ts";
import type { Pair } from "./pair.ts";

/** The half that rules and thresholds were made with. Written by hand for this project; no dataset was used. */
export const TUNING_PAIRS: readonly Pair[] = [
  ...pairsOf("update", `
    I live in Berlin. → We moved to Lisbon in May.
    Ana: I work at Siemens as an engineer. → Ana: I no longer work at Siemens.
    Ana: I live in Graz with my cat. → Ana: I live in Vienna now.
    I work for Initech. → I started a new job at Globex last week.
    We use Jenkins for our builds. → We switched from Jenkins to GitHub Actions for our builds.
    My name is Oona Berg. → I changed my name to Oona Lind.
    The project is called Falcon. → We renamed the project from Falcon to Osprey.
    Marvin reports to Klaus. → Marvin now reports to Petra.
    I prefer tea over coffee. → I prefer coffee over tea now.
    The deadline for the report is 12 June. → The deadline for the report was moved to 20 June. +5
    We run Postgres 15 in production. → We upgraded Postgres from 15 to 17.
    I smoke a pack of cigarettes a day. → I no longer smoke cigarettes.
    My boss is Henrik. → My new boss is Maria.
    I'm married to Tom. → I divorced Tom last winter.
    My dentist appointment is on Tuesday. → My dentist appointment was moved to Friday. +1
    Our office is in Vienna. → Our office moved to Graz in June.
    Always answer me in French. → From now on, answer me in German.
    The user lives in Oslo. → The user moved to Bergen last month.
  `),
  ...pairsOf("contradiction", `
    I live in Hamburg. → I live in Munich.
    Ana: I work at Bosch. → Ana: I work at Continental.
    Marvin is married to Eva. → Marvin is married to Clara.
    My boss is Henrik. → My boss is Sofia.
    My favourite colour is green. → My favourite colour is dark red.
    The project is called Atlas. → The project is called Hermes.
    My birthday is on 3 June. → My birthday is on 14 September.
    The deadline for the grant is 1 March. → The deadline for the grant is 8 March. +2
    Ana reports to Klaus. → Ana reports to Dana.
    I prefer trains over planes. → I prefer planes over trains.
    We use Jest for unit tests. → We use Mocha for unit tests.
    The staging server runs Node 20. → The staging server runs Node 22.
    My sister lives in Porto. → My sister lives in Braga.
    I take my coffee black. → I take my coffee with oat milk.
  `),
  ...pairsOf("negation", `
    I eat meat. → I don't eat meat.
    I like olives. → I can't stand olives.
    The backup is enabled on the server. → The backup is not enabled on the server.
    I work at Acme. → I don't work at Acme.
    My son likes swimming. → My son hates swimming.
    I never drink alcohol. → I drink alcohol.
    Dogs are allowed in the apartment. → Dogs are not allowed in the apartment.
    I drive to work. → I no longer drive to work. =supersede
    Ana: I play the violin. → Ana: I don't play the violin any more. =supersede
    I'm not allergic to peanuts. → I'm allergic to peanuts.
    We deploy on Fridays. → We never deploy on Fridays.
    The museum is open on Mondays. → The museum is closed on Mondays.
  `),
  ...pairsOf("number", `
    My rent is 900 euros a month. → My rent is 950 euros a month.
    My rent is 900 euros a month. → My rent is now 980 euros a month. =supersede
    The api has a rate limit of 100 requests per minute. → The api has a rate limit of 250 requests per minute.
    My blood pressure pill is 5 mg. → My blood pressure pill is 10 mg.
    I have two children. → I have three children.
    The flat has 3 rooms. → The flat has 4 rooms.
    Our team has 6 people. → Our team now has 9 people. =supersede
    My phone number is 5551234. → My phone number is 5559876.
    The flight leaves at gate 12. → The flight leaves at gate 21.
    I weigh 82 kilos. → I weigh 76 kilos now. =supersede
    The wifi reaches 50 metres. → The wifi reaches 30 metres.
    The budget of the project is 20000 euros. → The budget of the project was raised from 20000 to 25000 euros. =supersede
  `),
  ...pairsOf("paraphrase", `
    I live in Lisbon. → My home is in Lisbon.
    I live in Lisbon with two flatmates. → I live in Lisbon.
    I work at Siemens. → I am employed by Siemens.
    I love spicy food. → I like spicy food.
    I prefer tea over coffee. → I prefer tea to coffee.
    Ana lives in Graz. → Ana: I live in Graz.
    My wife is called Eva. → I'm married to Eva.
    My boss is Petra. → I report to Petra.
    I don't eat meat. → I do not eat any meat.
    The project is called Falcon. → The name of the project is Falcon.
    My favourite colour is blue. → Blue is my favourite colour.
    I have lived in Porto since 2019. → I live in Porto.
    I'm allergic to hazelnuts. → I have a hazelnut allergy.
    Our standup is at 9:30. → Our standup is at 9:30 am.
  `),
  ...pairsOf("compatible", `
    I live in Lisbon. → I like the food in Lisbon.
    I work at Acme. → I also work at the university on weekends.
    I prefer tea over coffee. → I drink coffee at work.
    I have a dog called Biscuit. → I have a cat called Pepper.
    I eat fish. → I don't eat raw fish.
    My sister lives in Porto. → My brother lives in Graz.
    We use Postgres for the orders. → We use Redis for the cache.
    I like coffee ice cream. → I like coffee.
    I live in Portugal. → I live in Lisbon.
    The staging server runs Postgres 15. → The production server runs Postgres 16.
    I'm allergic to peanuts. → I'm allergic to cats.
    I play the piano. → I play tennis on Sundays.
    We are moving to Lisbon next year. → We live in Berlin.
    My car is red. → My car is a Volvo.
    My dog is called Max. → My dog is called Biscuit.
    I work as a nurse. → I work at St. Mary's Hospital.
  `),
  ...pairsOf("person", `
    Ana: I live in Graz. → Ben: I live in Vienna.
    Ana: I no longer eat meat. → Ben: I eat meat.
    My sister Ines lives in Porto. → My sister Eva moved to Braga.
    Marvin works at Acme. → Clara works at Globex.
    I eat meat. → My sister no longer eats meat.
    My boss is Henrik. → My wife's boss is Sofia.
    Ana: I prefer tea over coffee. → Ben: I prefer coffee over tea.
    My mother lives in Rome. → My father moved to Milan.
    Tom is married to Eva. → Paul is married to Clara.
    I work at Bosch. → My husband left Bosch.
    Ana: My rent is 900 euros. → Ben: My rent is 950 euros.
    My brother is allergic to nuts. → I'm not allergic to nuts.
  `),
  ...pairsOf("time", `
    I ran 5 kilometres on Monday. → I ran 10 kilometres on Wednesday. +2
    I lived in Rome as a child. → I live in Berlin.
    My dentist appointment is on 3 March 2026. → My dentist appointment is on 9 September 2026. +150
    I used to live in Berlin. → I live in Lisbon.
    I bought two tickets for the opera. → I bought four tickets for the opera.
    I worked at Acme from 2010 to 2014. → I work at Globex.
    We visited Graz in April. → We visited Graz in June. +60
    I had pizza for lunch yesterday. → I had salad for lunch yesterday. +9
    My flight to Oslo is on 2 May 2026. → My flight to Oslo is on 20 August 2026. +100
    I left Initech in March. → I work at Hooli.
    I slept 5 hours last night. → I slept 8 hours last night. +6
    The exam is on 12 May 2026. → The exam is on 3 October 2026. +120
  `),
];
