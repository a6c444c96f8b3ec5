import { writeNamespace } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";

import { keyOf } from "../records/keys.ts";

/** Key of the node of a session. */
export const sessionNodeKey = (userId: string, namespace: string, sessionId: string): string => keyOf(userId, namespace, sessionId);

/** Key of the node of a session in the namespace that writes go to. */
export const ownSessionKey = (realm: Realm, sessionId: string): string => sessionNodeKey(realm.userId, writeNamespace(realm), sessionId);
