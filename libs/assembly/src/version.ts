import packageFile from "../package.json" with { type: "json" };

/** Version of the program, as the documentation and traces show it. */
export const VERSION: string = packageFile.version;
