import { prepareStaticModel } from "../src/prepare/prepare-static-model.ts";
import { TINY_SOURCE } from "./tiny-source.ts";

const [home, hubUrl] = process.argv.slice(2);
const prepared = await prepareStaticModel({ home: home!, hubUrl, python: [] }, TINY_SOURCE);
console.log("folder" in prepared ? prepared.how : JSON.stringify(prepared.failed));
