// Writes the types of the client: node tools/generate/client.ts
import { writeFileSync } from "node:fs";

import { CLIENT_TYPES, clientTypes } from "./client-types.ts";

writeFileSync(new URL(`../../${CLIENT_TYPES}`, import.meta.url), await clientTypes());
