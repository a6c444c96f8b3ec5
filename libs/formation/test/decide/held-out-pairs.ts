import { pairsOf } from "./pair.ts";
import type { Pair } from "./pair.ts";

/** The half that nothing was tuned with: only looked at to report. Written by hand for this project; no dataset was used. */
export const HELD_OUT_PAIRS: readonly Pair[] = [
  ...pairsOf("update", `
    I'm based in Zurich. → I relocated to Geneva last autumn.
    Ben: I work for a small bakery. → Ben: I quit my job at the bakery.
    Clara lives in Dublin. → Clara moved to Galway two months ago.
    I work at Nokia. → I left Nokia for Ericsson.
    We use Slack for team chat. → We replaced Slack with Mattermost for team chat.
    The product is called Bluebird. → The product was renamed to Kingfisher.
    I report to Samuel. → I report to Judith now.
    My favourite editor is Vim. → My favourite editor is now Helix.
    The thesis is due on 1 July. → The thesis deadline was extended to 15 July. +10
    Our backend runs Python 3.11. → We upgraded our backend to Python 3.13.
    I drink coffee every morning. → I stopped drinking coffee in the morning.
    My manager is Oliver. → My manager is now Ingrid.
    Ana: I'm engaged to Paul. → Ana: I broke up with Paul.
    The team meeting is on Monday. → The team meeting has been moved to Thursday. +1
    The user works at Vodafone. → The user no longer works at Vodafone.
    I go to the gym on Park Street. → I no longer go to the gym on Park Street.
    I used to live in Prague. → I'm living in Prague again.
    My girlfriend is called Lea. → My girlfriend is now Nina.
  `),
  ...pairsOf("contradiction", `
    My home is in Cardiff. → I live in Swansea.
    Clara works for Deloitte. → Clara works for Accenture.
    My husband is called Jonas. → My husband is called Felix.
    I report to Samuel. → I report to Beatrice.
    My favourite author is Le Guin. → My favourite author is Tolstoy.
    The app is called Tally. → The app is called Ledger.
    Our launch is on 4 April. → Our launch is on 11 April. +1
    My mother lives in Lyon. → My mother lives in Nantes.
    I work as a plumber. → I work as an accountant.
    I prefer emails over calls. → I prefer calls over emails.
    We use Terraform for the infrastructure. → We use Pulumi for the infrastructure.
    Ben: My name is Benjamin Stone. → Ben: My name is Benedict Stone.
    Our office is in Leeds. → Our office is in York.
    Reply in Spanish. → Reply in Italian.
  `),
  ...pairsOf("negation", `
    I speak Dutch. → I don't speak Dutch.
    I enjoy camping. → I hate camping.
    The feature flag is enabled for guests. → The feature flag is disabled for guests.
    Ben works at Tesco. → Ben does not work at Tesco.
    My daughter likes broccoli. → My daughter dislikes broccoli.
    I don't own a car. → I own a car.
    Smoking is forbidden on the balcony. → Smoking is allowed on the balcony.
    I take vitamin D. → I no longer take vitamin D. =supersede
    Clara: I sing in the choir. → Clara: I don't sing in the choir anymore. =supersede
    I'm diabetic. → I'm not diabetic.
    Reviews are required before a merge. → Reviews are not required before a merge.
    I can swim. → I can't swim.
  `),
  ...pairsOf("number", `
    The membership costs 30 euros. → The membership costs 45 euros.
    My salary is 52000 a year. → My salary went up to 56000 a year. =supersede
    The session timeout is 15 minutes. → The session timeout is 60 minutes.
    I take 20 mg of the tablets. → I take 40 mg of the tablets.
    We have four cats. → We have five cats.
    The house has 2 bathrooms. → The house has 3 bathrooms.
    Our class has 24 students. → Our class has 26 students now. =supersede
    My locker number is 118. → My locker number is 181.
    The hotel room is 405. → The hotel room is 504.
    My commute takes 40 minutes. → My commute now takes 25 minutes. =supersede
    The cluster has 3 nodes. → The cluster has 5 nodes.
    The password must have 8 characters. → The password must have 12 characters from now on. =supersede
  `),
  ...pairsOf("paraphrase", `
    I'm based in Oslo. → I live in Oslo.
    I work for Lufthansa in Frankfurt. → I work at Lufthansa.
    Clara lives in Dublin. → Clara: I'm living in Dublin.
    I enjoy hiking. → I love hiking.
    I prefer windows over aisles. → I prefer windows rather than aisles.
    My husband is called Jonas. → I'm married to Jonas.
    My manager is Oliver. → I report to Oliver.
    I never eat pork. → I don't eat pork.
    I'm allergic to penicillin. → I am allergic to penicillin.
    My favourite band is Elbow. → My favorite band is Elbow.
    The server is hosted in Frankfurt. → The server is located in Frankfurt.
    I have been working at Bosch since 2018. → I work at Bosch.
    The deadline for the thesis is 15 July. → The thesis is due on 15 July. +1
    My dad lives in Cork. → My father lives in Cork.
  `),
  ...pairsOf("compatible", `
    I live in Dublin. → My office is in Cork.
    I work at Nokia. → On weekends I also work at a bar.
    I like jazz. → I like techno.
    I have an allergy to cats. → I have a cat at home.
    I don't drink milk. → I drink oat milk.
    My mother lives in Lyon. → My aunt lives in Nantes.
    We use Terraform for the infrastructure. → We use Ansible for the laptops.
    I have a dog allergy. → I have a dog.
    I live in Ireland. → I live in Galway.
    The blue printer has 2 trays. → The black printer has 4 trays.
    I'm learning Spanish. → I'm learning to sail.
    I want to move to Norway. → I live in Dublin.
    My laptop is from 2021. → My laptop has 16 GB of memory.
    My son is called Leo. → My son is called Emil.
    I speak Dutch. → I speak Polish too.
    The app has a dark mode. → The app has no export.
  `),
  ...pairsOf("person", `
    Clara: I work at Tesco. → Ben: I left Tesco.
    Ben: I live in Leeds. → Clara: I moved to York.
    My friend Noor works at Shell. → My friend Iris works at Aldi.
    My daughter likes broccoli. → My son hates broccoli.
    Jonas reports to Samuel. → Felix reports to Judith now.
    I live in Cardiff. → My parents live in Swansea.
    Ana: My favourite colour is green. → Ben: My favourite colour is blue.
    I drink alcohol. → My brother doesn't drink alcohol.
    Clara's birthday is on 3 June. → Ben's birthday is on 9 June.
    Paul: I take 20 mg of the tablets. → Rita: I take 40 mg of the tablets.
    My landlord lives in Bristol. → I no longer live in Bristol.
    Ana: I can swim. → Ben: I can't swim.
  `),
  ...pairsOf("time", `
    I spent 40 euros on books on Tuesday. → I spent 25 euros on books on Saturday. +4
    I lived in Dublin until 2015. → I live in Leeds.
    The release is on 3 February 2026. → The release is on 5 May 2026. +80
    I used to work at Nokia. → I work at Ericsson.
    I cooked soup for six people. → I cooked soup for three people.
    My check-up is on 10 January 2026. → My check-up is on 14 July 2026. +170
    We hiked 12 kilometres yesterday. → We hiked 18 kilometres yesterday. +7
    I quit Tesco in January. → I work at Aldi.
    I watched Alien last night. → I watched Heat last night. +3
    The concert is on 8 April 2026. → The concert is on 30 November 2026. +200
    We moved to Leeds in 2012. → We visited York in May.
    I paid 80 euros for parking in March. → I paid 60 euros for parking in April. +30
  `),
];
