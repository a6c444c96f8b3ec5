import type { BoltCall } from "../connection/bolt-call.ts";
import { userExistsQuery } from "../queries/list-users.ts";

export async function userExists({ transaction }: BoltCall): Promise<boolean> {
  return (await transaction.run(userExistsQuery)).length > 0;
}
