import { Problem } from "../problem.ts";
import { EXIT } from "../exit-codes.ts";
import { FOREIGN_FORMATS } from "./formats.ts";
import type { ForeignFormat } from "./formats.ts";
import type { ForeignReader, Sample } from "./foreign-reader.ts";
import { isDatabase, openDatabase, tablesOf } from "./source/open-database.ts";
import type { Source } from "./source/open-source.ts";
import { recordsOf } from "./source/records-of.ts";
import type { SourceFile } from "./source/source-file.ts";

/** Records that are looked at: the first line of a transcript may be a header that many formats could have. */
const RECORDS = 8;
/** Files of a folder that are looked at for each format. */
const FILES = 5;
/** Names of lists in which an object may hold its records. */
const LISTS = ["results", "memories", "conversations"];

export interface Detected {
  name: string;
  reader: ForeignReader;
}

async function sampleOf(file: SourceFile): Promise<Sample> {
  if (await isDatabase(file)) {
    const database = openDatabase(file.path!);
    try {
      return { kind: "database", tables: tablesOf(database) };
    } finally {
      database.close();
    }
  }
  const records: object[] = [];
  for await (const item of recordsOf(file, LISTS)) {
    if ("value" in item && typeof item.value === "object" && item.value !== null && !Array.isArray(item.value)) records.push(item.value);
    if (records.length === RECORDS) break;
  }
  return { kind: "records", records };
}

const unknownFormat = (): Problem =>
  new Problem("None of the known formats fits.", { code: "unknown_format", fix: `Name the format: ${FOREIGN_FORMATS.map(({ name }) => name).join(", ")}.`, exitCode: EXIT.usage });

/** Finds out what a source is. Throws a {@link Problem} when no format fits. */
export async function detectFormat(source: Source): Promise<Detected> {
  const samples = new Map<SourceFile, Promise<Sample>>();
  const sample = (file: SourceFile): Promise<Sample> => samples.get(file) ?? samples.set(file, sampleOf(file)).get(file)!;
  for (const { name, load } of FOREIGN_FORMATS) {
    const reader = await load();
    const candidates = source.kind === "file" ? source.files : source.files.filter((file) => reader.holds(file.name)).slice(0, FILES);
    for (const file of candidates) if (reader.recognises(await sample(file))) return { name, reader };
  }
  throw unknownFormat();
}

/** The reader of a named format. Throws a {@link Problem} when there is none of this name. */
export async function formatNamed(name: string): Promise<Detected> {
  const format: ForeignFormat | undefined = FOREIGN_FORMATS.find((each) => each.name === name);
  if (format === undefined) throw unknownFormat();
  return { name, reader: await format.load() };
}
