import packageFile from "../package.json" with { type: "json" };

/** Version that the server names itself by. */
export const VERSION: string = packageFile.version;
