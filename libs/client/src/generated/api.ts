// Made by tools/generate/client.ts from the routes' schemas. Do not edit.
/* eslint-disable -- nobody writes these lines by hand */

export interface paths {
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This API as a page to read */
        get: operations["get_docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State and figures */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process answers */
        get: operations["get_healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hybrid-search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Facts that fit a query */
        post: operations["post_hybrid_search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ingest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes a conversation; the whole history may be sent each turn */
        post: operations["post_ingest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures for Prometheus */
        get: operations["get_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This API as OpenAPI 3.1 */
        get: operations["get_openapi_json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether each part can work */
        get: operations["get_readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What is known about a query, as text */
        post: operations["post_recall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The newest facts */
        get: operations["get_recent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Facts that fit a query */
        get: operations["get_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures over all users that the token may see */
        get: operations["get_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Keeps a fact */
        post: operations["post_store"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capture/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a capture would remember and why not the rest; keeps nothing */
        post: operations["post_v1_capture_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conflicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open conflicts */
        get: operations["get_v1_conflicts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conflicts/{group}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says which memory stands; the others end and do not come back */
        post: operations["post_v1_conflicts_group_resolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** People, places, projects and more that memory knows */
        get: operations["get_v1_entities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One entity with its facts */
        get: operations["get_v1_entities_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says that two entities are one */
        post: operations["post_v1_entities_id_merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{id}/unmerge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes back a merge */
        post: operations["post_v1_entities_id_unmerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Why these, why not the others, by stage */
        post: operations["post_v1_explain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Memories and turns by creation and id, as a stream; secrets are redacted */
        post: operations["post_v1_export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/flush": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Closes open windows and waits for derived work */
        post: operations["post_v1_flush"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Erases for good by session, source, words or ids; shows what would go unless dry_run is false */
        post: operations["post_v1_forget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes what an export gave, or lines like it; all of them are checked first */
        post: operations["post_v1_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Memories, newest first */
        get: operations["get_v1_memories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One memory */
        get: operations["get_v1_memories_id"];
        /** Makes a new version; fields that are left out keep their value */
        put: operations["put_v1_memories_id"];
        post?: never;
        /** Retires a memory; with forget=true erases it */
        delete: operations["delete_v1_memories_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memories/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All versions of a memory, oldest first */
        get: operations["get_v1_memories_id_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What fits a query, best first, with a block for the prompt */
        post: operations["post_v1_recall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/receipts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How an earlier recall came about: ids, numbers and reasons */
        get: operations["get_v1_receipts_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/remember": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Keeps a statement */
        post: operations["post_v1_remember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The same candidates and scores without packing */
        post: operations["post_v1_search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sessions of a user */
        get: operations["get_v1_sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{session_id}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Turns of a session, in order */
        get: operations["get_v1_sessions_session_id_turns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures of a user over all namespaces */
        get: operations["get_v1_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/synthesize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A narrative on a query, with the ids it rests on; needs a language model */
        post: operations["post_v1_synthesize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description State and figures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stats: {
                            total_memories: number;
                            total_summaries: number;
                            unique_topics: number;
                            unique_users: number;
                        };
                        /** @enum {string} */
                        status: "ok" | "degraded" | "down";
                        timestamp: string;
                    };
                };
            };
        };
    };
    get_healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    post_hybrid_search: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 10 */
                    limit?: number;
                    query: string;
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description Best first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        results: {
                            fact: string;
                            id: number;
                            importance: number;
                            score: number;
                            /** @enum {string} */
                            source: "fts5+vector" | "fts5" | "vector" | "graph";
                            topic: string;
                            user_id: string;
                            uuid: string;
                        }[];
                    };
                };
            };
        };
    };
    post_ingest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    agent_id?: string | null;
                    channel?: string | null;
                    /** @default true */
                    debounce?: boolean;
                    messages: {
                        content?: (string | ({
                            alt?: string;
                            caption?: string;
                            description?: string;
                            text?: string;
                            type: string;
                        } & {
                            [key: string]: unknown;
                        })[]) | null;
                        id?: string | null;
                        name?: string | null;
                        /** @enum {string} */
                        role: "user" | "assistant" | "system" | "tool";
                        timestamp?: (number | string) | null;
                        /** @default null */
                        tool_calls?: {
                            [key: string]: unknown;
                        }[] | null;
                    }[];
                    namespace?: string;
                    project?: string | null;
                    session_id: string;
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description On disk, and found by words at once */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accepted: number;
                        debounce_seconds?: number;
                        duplicate: number;
                        ignored: {
                            index: number;
                            /** @enum {string} */
                            reason: "empty" | "system_prompt" | "tool_call" | "tool_output" | "heartbeat" | "cron_prompt" | "injected_block" | "no_memory_marker" | "private" | "summary" | "forgotten";
                        }[];
                        session_id: string;
                        /** @enum {string} */
                        status: "debounced" | "accepted";
                    };
                };
            };
        };
    };
    get_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Text format of Prometheus */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    get_openapi_json: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    get_readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each part: ok, degraded or down, why, since when */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        parts: {
                            [key: string]: {
                                details?: {
                                    [key: string]: unknown;
                                };
                                since: string;
                                /** @enum {string} */
                                status: "ok" | "degraded" | "down";
                                why: string | null;
                            };
                        };
                        /** @enum {string} */
                        status: "ok" | "degraded" | "down";
                    };
                };
            };
        };
    };
    post_recall: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    query: string;
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description The best facts, one a line, in the words they were kept in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memories_searched: number;
                        memories_used: number;
                        response: string;
                    };
                };
            };
        };
    };
    get_recent: {
        parameters: {
            query: {
                limit?: number;
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        results: {
                            created_at: string;
                            fact: string;
                            id: number;
                            importance: number;
                            topic: string;
                            user_id: string;
                            uuid: string;
                        }[];
                    };
                };
            };
        };
    };
    get_search: {
        parameters: {
            query: {
                limit?: number;
                q: string;
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Best first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        results: {
                            fact: string;
                            id: number;
                            importance: number;
                            score: number;
                            /** @enum {string} */
                            source: "fts5+vector" | "fts5" | "vector" | "graph";
                            topic: string;
                            user_id: string;
                            uuid: string;
                        }[];
                    };
                };
            };
        };
    };
    get_stats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Figures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total_memories: number;
                        total_summaries: number;
                        unique_topics: number;
                        unique_users: number;
                    };
                };
            };
        };
    };
    post_store: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    fact: string;
                    /** @default 5 */
                    importance?: number;
                    topic: string;
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description Kept */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @constant */
                        status: "stored";
                    };
                };
            };
        };
    };
    post_v1_capture_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    agent_id?: string | null;
                    channel?: string | null;
                    messages: {
                        content?: (string | ({
                            alt?: string;
                            caption?: string;
                            description?: string;
                            text?: string;
                            type: string;
                        } & {
                            [key: string]: unknown;
                        })[]) | null;
                        id?: string | null;
                        name?: string | null;
                        /** @enum {string} */
                        role: "user" | "assistant" | "system" | "tool";
                        timestamp?: (number | string) | null;
                        /** @default null */
                        tool_calls?: {
                            [key: string]: unknown;
                        }[] | null;
                    }[];
                    namespace?: string;
                    project?: string | null;
                    session_id: string;
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description What would become of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        by: "llm" | "rules";
                        failure: string | null;
                        ignored: {
                            index: number;
                            /** @enum {string} */
                            reason: "empty" | "system_prompt" | "tool_call" | "tool_output" | "heartbeat" | "cron_prompt" | "injected_block" | "no_memory_marker" | "private" | "summary" | "forgotten";
                        }[];
                        refused: {
                            reason: string;
                            text: string;
                            why: string;
                        }[];
                        remembered: {
                            confidence: number;
                            messages: number[];
                            /** @enum {string} */
                            outcome: "create" | "known" | "supersede" | "conflict" | "forgotten";
                            reason: string;
                            text: string;
                            /** @enum {string} */
                            type: "rule" | "procedure" | "fact" | "episode" | "preference";
                        }[];
                    };
                };
            };
        };
    };
    get_v1_conflicts: {
        parameters: {
            query: {
                cursor?: string;
                limit?: number;
                namespace?: string;
                namespaces?: string;
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conflicts: {
                            group: string;
                            memories: {
                                access_count: number;
                                confidence: number;
                                conflict_group: string | null;
                                conflict_status: string | null;
                                content: string;
                                created_at: string;
                                episode_end: string | null;
                                episode_start: string | null;
                                expires_at: string | null;
                                id: string;
                                importance: number;
                                /** @enum {string} */
                                lifetime: "permanent" | "project" | "session" | "ttl";
                                namespace: string;
                                observed_at: string;
                                project: string | null;
                                provenance: string[];
                                reinforced_count: number;
                                retired_at: string | null;
                                session_id: string | null;
                                source: string | null;
                                speaker: string | null;
                                superseded_at: string | null;
                                superseded_by: string | null;
                                supersedes: string | null;
                                tags: string[];
                                topic: string | null;
                                /** @enum {string} */
                                type: "rule" | "procedure" | "fact" | "episode" | "preference";
                                valid_from: string | null;
                                valid_to: string | null;
                                /** @enum {string} */
                                visibility: "private" | "shared" | "sensitive";
                            }[];
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    post_v1_conflicts_group_resolve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    namespace?: string;
                    namespaces?: string[];
                    user_id: string;
                    winner: string;
                };
            };
        };
        responses: {
            /** @description What became of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        group: string;
                        retired: string[];
                        winner: string;
                    };
                };
            };
        };
    };
    get_v1_entities: {
        parameters: {
            query: {
                cursor?: string;
                limit?: number;
                namespace?: string;
                namespaces?: string;
                query?: string;
                type?: "person" | "project" | "system" | "decision" | "concept" | "place" | "organisation";
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entities: {
                            aliases: string[];
                            created_at: string;
                            documents: number;
                            id: string;
                            merged_into: string | null;
                            name: string;
                            namespace: string;
                            /** @enum {string} */
                            type: "person" | "project" | "system" | "decision" | "concept" | "place" | "organisation";
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    get_v1_entities_id: {
        parameters: {
            query: {
                namespace?: string;
                namespaces?: string;
                user_id: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entity, the facts about it, and what mentions it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entity: {
                            aliases: string[];
                            created_at: string;
                            documents: number;
                            id: string;
                            merged_into: string | null;
                            name: string;
                            namespace: string;
                            /** @enum {string} */
                            type: "person" | "project" | "system" | "decision" | "concept" | "place" | "organisation";
                        };
                        memory_ids: string[];
                        merged: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            type: "person" | "project" | "system" | "decision" | "concept" | "place" | "organisation";
                        }[];
                        relations: {
                            confidence: number;
                            created_at: string;
                            id: string;
                            memory_id: string | null;
                            object: string;
                            object_id: string | null;
                            predicate: string;
                            retired_at: string | null;
                            subject_id: string;
                            turn_id: string | null;
                            valid_from: string | null;
                            valid_to: string | null;
                        }[];
                        turn_ids: string[];
                    };
                };
            };
        };
    };
    post_v1_entities_id_merge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    into: string;
                    namespace?: string;
                    namespaces?: string[];
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description Merged */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        merged_into: string | null;
                    };
                };
            };
        };
    };
    post_v1_entities_id_unmerge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    namespace?: string;
                    namespaces?: string[];
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description It stands for itself again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        merged_into: string | null;
                    };
                };
            };
        };
    };
    post_v1_explain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    agent_id?: string | null;
                    as_of?: number | string;
                    asked_at?: number | string;
                    /** @default 500 */
                    budget_tokens?: number;
                    deadline_ms?: number;
                    /** @default [] */
                    exclude_ids?: string[];
                    /** @default [] */
                    exclude_session_ids?: string[];
                    /** @default false */
                    explain?: boolean;
                    /**
                     * @default markdown
                     * @enum {string}
                     */
                    format?: "markdown" | "text";
                    /** @default false */
                    include_history?: boolean;
                    /**
                     * @default [
                     *       "memory",
                     *       "turn",
                     *       "chunk"
                     *     ]
                     */
                    kinds?: ("memory" | "turn" | "chunk")[];
                    known_at?: number | string;
                    /** @default 15 */
                    limit?: number;
                    /** @default 4000 */
                    max_chars?: number;
                    namespace?: string;
                    namespaces?: string[];
                    /**
                     * @default cortex
                     * @enum {string}
                     */
                    preset?: "cortex" | "cortex-v1" | "hybrid" | "openclaw";
                    project?: string | null;
                    query: string;
                    rerank_ms?: number;
                    session_id?: string | null;
                    tags?: string[];
                    types?: ("rule" | "procedure" | "fact" | "episode" | "preference")[];
                    user_id: string;
                    valid_after?: number | string;
                    valid_before?: number | string;
                    /** @default [] */
                    why?: string[];
                    /** @default [] */
                    without?: (string)[];
                };
            };
        };
        responses: {
            /** @description Stages, factors and reasons */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt_id: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    post_v1_export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default jsonl
                     * @enum {string}
                     */
                    format?: "jsonl" | "json" | "csv";
                    /** @default true */
                    include_history?: boolean;
                    /**
                     * @default [
                     *       "memory",
                     *       "turn"
                     *     ]
                     */
                    kinds?: ("memory" | "turn")[];
                    limit?: number;
                    namespace?: string;
                    namespaces?: string[];
                    project?: string;
                    /** @default true */
                    redact?: boolean;
                    session_id?: string;
                    source?: string;
                    types?: ("rule" | "procedure" | "fact" | "episode" | "preference")[];
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description JSON Lines, a JSON array, or CSV */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        access_count: number;
                        confidence: number;
                        conflict_group: string | null;
                        conflict_status: string | null;
                        content: string;
                        created_at: string;
                        episode_end: string | null;
                        episode_start: string | null;
                        expires_at: string | null;
                        id: string;
                        importance: number;
                        /** @constant */
                        kind: "memory";
                        /** @enum {string} */
                        lifetime: "permanent" | "project" | "session" | "ttl";
                        namespace: string;
                        observed_at: string;
                        project: string | null;
                        provenance: string[];
                        reinforced_count: number;
                        retired_at: string | null;
                        session_id: string | null;
                        source: string | null;
                        speaker: string | null;
                        superseded_at: string | null;
                        superseded_by: string | null;
                        supersedes: string | null;
                        tags: string[];
                        topic: string | null;
                        /** @enum {string} */
                        type: "rule" | "procedure" | "fact" | "episode" | "preference";
                        valid_from: string | null;
                        valid_to: string | null;
                        /** @enum {string} */
                        visibility: "private" | "shared" | "sensitive";
                    } | {
                        agent_id: string | null;
                        captured: boolean;
                        channel: string | null;
                        created_at: string;
                        external_id: string | null;
                        id: string;
                        /** @constant */
                        kind: "turn";
                        namespace: string;
                        observed_at: string;
                        position: number;
                        project: string | null;
                        /** @enum {string} */
                        role: "user" | "assistant" | "system" | "tool";
                        session_id: string;
                        speaker: string | null;
                        text: string;
                        timed: boolean;
                    })[];
                    "application/x-ndjson": {
                        exported_at: string;
                        /** @constant */
                        format: "memory-cortex.export";
                        /** @constant */
                        kind: "header";
                        kinds: ("memory" | "turn")[];
                        redacted: boolean;
                        user_id: string;
                        /** @constant */
                        version: 1;
                    } | {
                        access_count: number;
                        confidence: number;
                        conflict_group: string | null;
                        conflict_status: string | null;
                        content: string;
                        created_at: string;
                        episode_end: string | null;
                        episode_start: string | null;
                        expires_at: string | null;
                        id: string;
                        importance: number;
                        /** @constant */
                        kind: "memory";
                        /** @enum {string} */
                        lifetime: "permanent" | "project" | "session" | "ttl";
                        namespace: string;
                        observed_at: string;
                        project: string | null;
                        provenance: string[];
                        reinforced_count: number;
                        retired_at: string | null;
                        session_id: string | null;
                        source: string | null;
                        speaker: string | null;
                        superseded_at: string | null;
                        superseded_by: string | null;
                        supersedes: string | null;
                        tags: string[];
                        topic: string | null;
                        /** @enum {string} */
                        type: "rule" | "procedure" | "fact" | "episode" | "preference";
                        valid_from: string | null;
                        valid_to: string | null;
                        /** @enum {string} */
                        visibility: "private" | "shared" | "sensitive";
                    } | {
                        agent_id: string | null;
                        captured: boolean;
                        channel: string | null;
                        created_at: string;
                        external_id: string | null;
                        id: string;
                        /** @constant */
                        kind: "turn";
                        namespace: string;
                        observed_at: string;
                        position: number;
                        project: string | null;
                        /** @enum {string} */
                        role: "user" | "assistant" | "system" | "tool";
                        session_id: string;
                        speaker: string | null;
                        text: string;
                        timed: boolean;
                    } | {
                        /** @constant */
                        kind: "end";
                        memories: number;
                        turns: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    post_v1_flush: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    session_id?: string;
                    /** @default 30000 */
                    timeout_ms?: number;
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description Done, or what is still open when the time is up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        done: boolean;
                        pending: {
                            capture: number;
                            embed: number;
                            extract: number;
                        };
                    };
                };
            };
        };
    };
    post_v1_forget: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default true */
                    dry_run?: boolean;
                    ids?: string[];
                    /** @default 50 */
                    limit?: number;
                    min_score?: number;
                    namespace?: string;
                    namespaces?: string[];
                    query?: string;
                    session_id?: string;
                    source?: string;
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description What went, or would go */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        candidates: {
                            id: string;
                            /** @enum {string} */
                            kind: "memory" | "turn";
                            namespace: string;
                            observed_at: string;
                            score: number;
                            session_id: string | null;
                            text: string;
                        }[];
                        dry_run: boolean;
                        items: {
                            id: string;
                            /** @enum {string} */
                            kind: "memory" | "turn";
                            namespace: string;
                            observed_at: string;
                            session_id: string | null;
                            text?: string;
                        }[];
                        memories: number;
                        more: boolean;
                        not_found: string[];
                        sessions: number;
                        turns: number;
                    };
                };
            };
        };
    };
    post_v1_import: {
        parameters: {
            query: {
                dedupe?: "none" | "id" | "id_text";
                dry_run?: "0" | "1" | "true" | "false";
                namespace?: string;
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON Lines; the schema is that of one line. */
        requestBody: {
            content: {
                "application/jsonl": {
                    /** @constant */
                    format: "memory-cortex.export";
                    /** @constant */
                    kind: "header";
                    user_id?: string;
                    /** @constant */
                    version: 1;
                } | {
                    /** @default 1 */
                    confidence?: number;
                    conflict_group?: string | null;
                    conflict_status?: ("active" | "resolved") | null;
                    content: string;
                    created_at?: (number | string) | null;
                    episode_end?: (number | string) | null;
                    episode_start?: (number | string) | null;
                    expires_at?: (number | string) | null;
                    id?: string;
                    /** @default 0.5 */
                    importance?: number;
                    /** @constant */
                    kind: "memory";
                    /**
                     * @default permanent
                     * @enum {string}
                     */
                    lifetime?: "permanent" | "project" | "session" | "ttl";
                    namespace?: string;
                    observed_at?: (number | string) | null;
                    project?: string | null;
                    /** @default [] */
                    provenance?: string[];
                    retired_at?: (number | string) | null;
                    session_id?: string | null;
                    source?: string | null;
                    speaker?: string | null;
                    superseded_at?: (number | string) | null;
                    superseded_by?: string | null;
                    supersedes?: string | null;
                    /** @default [] */
                    tags?: string[];
                    topic?: string | null;
                    /**
                     * @default fact
                     * @enum {string}
                     */
                    type?: "rule" | "procedure" | "fact" | "episode" | "preference";
                    user_id?: string;
                    valid_from?: (number | string) | null;
                    valid_to?: (number | string) | null;
                    /**
                     * @default shared
                     * @enum {string}
                     */
                    visibility?: "private" | "shared" | "sensitive";
                } | {
                    agent_id?: string | null;
                    /** @default false */
                    captured?: boolean;
                    channel?: string | null;
                    created_at?: (number | string) | null;
                    external_id?: string | null;
                    id?: string;
                    /** @constant */
                    kind: "turn";
                    namespace?: string;
                    observed_at?: (number | string) | null;
                    position?: number;
                    project?: string | null;
                    /** @enum {string} */
                    role: "user" | "assistant" | "system" | "tool";
                    session_id: string;
                    speaker?: string | null;
                    text: string;
                    timed?: boolean;
                    user_id?: string;
                } | {
                    /** @constant */
                    kind: "end";
                    memories: number;
                    turns: number;
                };
                "application/x-ndjson": {
                    /** @constant */
                    format: "memory-cortex.export";
                    /** @constant */
                    kind: "header";
                    user_id?: string;
                    /** @constant */
                    version: 1;
                } | {
                    /** @default 1 */
                    confidence?: number;
                    conflict_group?: string | null;
                    conflict_status?: ("active" | "resolved") | null;
                    content: string;
                    created_at?: (number | string) | null;
                    episode_end?: (number | string) | null;
                    episode_start?: (number | string) | null;
                    expires_at?: (number | string) | null;
                    id?: string;
                    /** @default 0.5 */
                    importance?: number;
                    /** @constant */
                    kind: "memory";
                    /**
                     * @default permanent
                     * @enum {string}
                     */
                    lifetime?: "permanent" | "project" | "session" | "ttl";
                    namespace?: string;
                    observed_at?: (number | string) | null;
                    project?: string | null;
                    /** @default [] */
                    provenance?: string[];
                    retired_at?: (number | string) | null;
                    session_id?: string | null;
                    source?: string | null;
                    speaker?: string | null;
                    superseded_at?: (number | string) | null;
                    superseded_by?: string | null;
                    supersedes?: string | null;
                    /** @default [] */
                    tags?: string[];
                    topic?: string | null;
                    /**
                     * @default fact
                     * @enum {string}
                     */
                    type?: "rule" | "procedure" | "fact" | "episode" | "preference";
                    user_id?: string;
                    valid_from?: (number | string) | null;
                    valid_to?: (number | string) | null;
                    /**
                     * @default shared
                     * @enum {string}
                     */
                    visibility?: "private" | "shared" | "sensitive";
                } | {
                    agent_id?: string | null;
                    /** @default false */
                    captured?: boolean;
                    channel?: string | null;
                    created_at?: (number | string) | null;
                    external_id?: string | null;
                    id?: string;
                    /** @constant */
                    kind: "turn";
                    namespace?: string;
                    observed_at?: (number | string) | null;
                    position?: number;
                    project?: string | null;
                    /** @enum {string} */
                    role: "user" | "assistant" | "system" | "tool";
                    session_id: string;
                    speaker?: string | null;
                    text: string;
                    timed?: boolean;
                    user_id?: string;
                } | {
                    /** @constant */
                    kind: "end";
                    memories: number;
                    turns: number;
                };
            };
        };
        responses: {
            /** @description What became of the lines */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dry_run: boolean;
                        lines: number;
                        memories: {
                            duplicate: number;
                            forgotten: number;
                            imported: number;
                        };
                        turns: {
                            duplicate: number;
                            forgotten: number;
                            ignored: number;
                            imported: number;
                        };
                    };
                };
            };
        };
    };
    get_v1_memories: {
        parameters: {
            query: {
                cursor?: string;
                include_history?: "0" | "1" | "true" | "false";
                lifetime?: "permanent" | "project" | "session" | "ttl";
                limit?: number;
                namespace?: string;
                namespaces?: string;
                project?: string;
                scope?: "permanent" | "project" | "session" | "ttl";
                tags?: string;
                type?: "rule" | "procedure" | "fact" | "episode" | "preference";
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memories: {
                            access_count: number;
                            confidence: number;
                            conflict_group: string | null;
                            conflict_status: string | null;
                            content: string;
                            created_at: string;
                            episode_end: string | null;
                            episode_start: string | null;
                            expires_at: string | null;
                            id: string;
                            importance: number;
                            /** @enum {string} */
                            lifetime: "permanent" | "project" | "session" | "ttl";
                            namespace: string;
                            observed_at: string;
                            project: string | null;
                            provenance: string[];
                            reinforced_count: number;
                            retired_at: string | null;
                            session_id: string | null;
                            source: string | null;
                            speaker: string | null;
                            superseded_at: string | null;
                            superseded_by: string | null;
                            supersedes: string | null;
                            tags: string[];
                            topic: string | null;
                            /** @enum {string} */
                            type: "rule" | "procedure" | "fact" | "episode" | "preference";
                            valid_from: string | null;
                            valid_to: string | null;
                            /** @enum {string} */
                            visibility: "private" | "shared" | "sensitive";
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    get_v1_memories_id: {
        parameters: {
            query: {
                namespace?: string;
                namespaces?: string;
                user_id: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The memory, also when it is retired */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_count: number;
                        confidence: number;
                        conflict_group: string | null;
                        conflict_status: string | null;
                        content: string;
                        created_at: string;
                        episode_end: string | null;
                        episode_start: string | null;
                        expires_at: string | null;
                        id: string;
                        importance: number;
                        /** @enum {string} */
                        lifetime: "permanent" | "project" | "session" | "ttl";
                        namespace: string;
                        observed_at: string;
                        project: string | null;
                        provenance: string[];
                        reinforced_count: number;
                        retired_at: string | null;
                        session_id: string | null;
                        source: string | null;
                        speaker: string | null;
                        superseded_at: string | null;
                        superseded_by: string | null;
                        supersedes: string | null;
                        tags: string[];
                        topic: string | null;
                        /** @enum {string} */
                        type: "rule" | "procedure" | "fact" | "episode" | "preference";
                        valid_from: string | null;
                        valid_to: string | null;
                        /** @enum {string} */
                        visibility: "private" | "shared" | "sensitive";
                    };
                };
            };
        };
    };
    put_v1_memories_id: {
        parameters: {
            query: {
                namespace?: string;
                namespaces?: string;
                user_id: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    confidence?: number;
                    content?: string;
                    importance?: number;
                    /** @enum {string} */
                    lifetime?: "permanent" | "project" | "session" | "ttl";
                    observed_at?: number | string;
                    project?: string | null;
                    /** @enum {string} */
                    scope?: "permanent" | "project" | "session" | "ttl";
                    tags?: string[];
                    topic?: string | null;
                    ttl_seconds?: number;
                    /** @enum {string} */
                    type?: "rule" | "procedure" | "fact" | "episode" | "preference";
                    valid_from?: number | string;
                    valid_to?: number | string;
                    /** @enum {string} */
                    visibility?: "private" | "shared" | "sensitive";
                };
            };
        };
        responses: {
            /** @description The new version, with an id of its own */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_count: number;
                        confidence: number;
                        conflict_group: string | null;
                        conflict_status: string | null;
                        content: string;
                        created_at: string;
                        episode_end: string | null;
                        episode_start: string | null;
                        expires_at: string | null;
                        id: string;
                        importance: number;
                        /** @enum {string} */
                        lifetime: "permanent" | "project" | "session" | "ttl";
                        namespace: string;
                        observed_at: string;
                        project: string | null;
                        provenance: string[];
                        reinforced_count: number;
                        retired_at: string | null;
                        session_id: string | null;
                        source: string | null;
                        speaker: string | null;
                        superseded_at: string | null;
                        superseded_by: string | null;
                        supersedes: string | null;
                        tags: string[];
                        topic: string | null;
                        /** @enum {string} */
                        type: "rule" | "procedure" | "fact" | "episode" | "preference";
                        valid_from: string | null;
                        valid_to: string | null;
                        /** @enum {string} */
                        visibility: "private" | "shared" | "sensitive";
                    };
                };
            };
        };
    };
    delete_v1_memories_id: {
        parameters: {
            query: {
                forget?: "0" | "1" | "true" | "false";
                namespace?: string;
                namespaces?: string;
                user_id: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        status: "retired" | "erased";
                    };
                };
            };
        };
    };
    get_v1_memories_id_history: {
        parameters: {
            query: {
                namespace?: string;
                namespaces?: string;
                user_id: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it took the place of, and what took its place */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            access_count: number;
                            confidence: number;
                            conflict_group: string | null;
                            conflict_status: string | null;
                            content: string;
                            created_at: string;
                            episode_end: string | null;
                            episode_start: string | null;
                            expires_at: string | null;
                            id: string;
                            importance: number;
                            /** @enum {string} */
                            lifetime: "permanent" | "project" | "session" | "ttl";
                            namespace: string;
                            observed_at: string;
                            project: string | null;
                            provenance: string[];
                            reinforced_count: number;
                            retired_at: string | null;
                            session_id: string | null;
                            source: string | null;
                            speaker: string | null;
                            superseded_at: string | null;
                            superseded_by: string | null;
                            supersedes: string | null;
                            tags: string[];
                            topic: string | null;
                            /** @enum {string} */
                            type: "rule" | "procedure" | "fact" | "episode" | "preference";
                            valid_from: string | null;
                            valid_to: string | null;
                            /** @enum {string} */
                            visibility: "private" | "shared" | "sensitive";
                        }[];
                    };
                };
            };
        };
    };
    post_v1_recall: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    agent_id?: string | null;
                    as_of?: number | string;
                    asked_at?: number | string;
                    /** @default 500 */
                    budget_tokens?: number;
                    deadline_ms?: number;
                    /** @default [] */
                    exclude_ids?: string[];
                    /** @default [] */
                    exclude_session_ids?: string[];
                    /** @default false */
                    explain?: boolean;
                    /**
                     * @default markdown
                     * @enum {string}
                     */
                    format?: "markdown" | "text";
                    /** @default false */
                    include_history?: boolean;
                    /**
                     * @default [
                     *       "memory",
                     *       "turn",
                     *       "chunk"
                     *     ]
                     */
                    kinds?: ("memory" | "turn" | "chunk")[];
                    known_at?: number | string;
                    /** @default 15 */
                    limit?: number;
                    /** @default 4000 */
                    max_chars?: number;
                    namespace?: string;
                    namespaces?: string[];
                    /**
                     * @default cortex
                     * @enum {string}
                     */
                    preset?: "cortex" | "cortex-v1" | "hybrid" | "openclaw";
                    project?: string | null;
                    query: string;
                    rerank_ms?: number;
                    session_id?: string | null;
                    tags?: string[];
                    types?: ("rule" | "procedure" | "fact" | "episode" | "preference")[];
                    user_id: string;
                    valid_after?: number | string;
                    valid_before?: number | string;
                    /** @default [] */
                    without?: (string)[];
                };
            };
        };
        responses: {
            /** @description Items and context; what was left out is named */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        context?: string;
                        degraded: {
                            part: string;
                            reason: string;
                        }[];
                        items: {
                            confidence?: number;
                            conflicts_with?: string[];
                            episode_end?: string | null;
                            episode_start?: string | null;
                            external_id: string | null;
                            factors?: {
                                [key: string]: number;
                            };
                            id: string;
                            importance?: number;
                            /** @enum {string} */
                            kind: "memory" | "turn" | "chunk";
                            observed_at: string;
                            outdated_by?: string;
                            provenance?: string[];
                            role: string | null;
                            score: number;
                            session_id: string | null;
                            speaker: string | null;
                            superseded_by?: string | null;
                            text: string;
                            topic?: string | null;
                            /** @enum {string} */
                            type?: "rule" | "procedure" | "fact" | "episode" | "preference";
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                        reason?: string;
                        receipt_id: string;
                        skipped: {
                            reason: string;
                        } | null;
                        summary?: {
                            ids: string[];
                            text: string;
                        };
                        timings_ms: {
                            [key: string]: number;
                        };
                        tokens: number;
                    };
                };
            };
        };
    };
    get_v1_receipts_id: {
        parameters: {
            query: {
                namespace?: string;
                namespaces?: string;
                user_id: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    post_v1_remember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 1 */
                    confidence?: number;
                    content: string;
                    /** @default 0.5 */
                    importance?: number;
                    /** @enum {string} */
                    lifetime?: "permanent" | "project" | "session" | "ttl";
                    namespace?: string;
                    observed_at?: number | string;
                    project?: string | null;
                    /** @enum {string} */
                    scope?: "permanent" | "project" | "session" | "ttl";
                    source?: string | null;
                    supersedes?: string;
                    /** @default [] */
                    tags?: string[];
                    topic?: string | null;
                    ttl_seconds?: number;
                    /**
                     * @default fact
                     * @enum {string}
                     */
                    type?: "rule" | "procedure" | "fact" | "episode" | "preference";
                    unless_forgotten?: boolean;
                    user_id: string;
                    valid_from?: number | string;
                    valid_to?: number | string;
                    /**
                     * @default shared
                     * @enum {string}
                     */
                    visibility?: "private" | "shared" | "sensitive";
                };
            };
        };
        responses: {
            /** @description What became of it */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        of?: string;
                        /** @enum {string} */
                        outcome: "created" | "duplicate" | "reinforced" | "superseded" | "conflict";
                        stored: boolean;
                    };
                };
            };
        };
    };
    post_v1_search: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    agent_id?: string | null;
                    as_of?: number | string;
                    asked_at?: number | string;
                    deadline_ms?: number;
                    /** @default [] */
                    exclude_ids?: string[];
                    /** @default [] */
                    exclude_session_ids?: string[];
                    /** @default false */
                    explain?: boolean;
                    /** @default false */
                    include_history?: boolean;
                    /**
                     * @default [
                     *       "memory",
                     *       "turn",
                     *       "chunk"
                     *     ]
                     */
                    kinds?: ("memory" | "turn" | "chunk")[];
                    known_at?: number | string;
                    /** @default 15 */
                    limit?: number;
                    namespace?: string;
                    namespaces?: string[];
                    /**
                     * @default cortex
                     * @enum {string}
                     */
                    preset?: "cortex" | "cortex-v1" | "hybrid" | "openclaw";
                    project?: string | null;
                    query: string;
                    rerank_ms?: number;
                    session_id?: string | null;
                    tags?: string[];
                    types?: ("rule" | "procedure" | "fact" | "episode" | "preference")[];
                    user_id: string;
                    valid_after?: number | string;
                    valid_before?: number | string;
                    /** @default [] */
                    without?: (string)[];
                };
            };
        };
        responses: {
            /** @description Items, best first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        degraded: {
                            part: string;
                            reason: string;
                        }[];
                        items: {
                            confidence?: number;
                            conflicts_with?: string[];
                            episode_end?: string | null;
                            episode_start?: string | null;
                            external_id: string | null;
                            factors?: {
                                [key: string]: number;
                            };
                            id: string;
                            importance?: number;
                            /** @enum {string} */
                            kind: "memory" | "turn" | "chunk";
                            observed_at: string;
                            outdated_by?: string;
                            provenance?: string[];
                            role: string | null;
                            score: number;
                            session_id: string | null;
                            speaker: string | null;
                            superseded_by?: string | null;
                            text: string;
                            topic?: string | null;
                            /** @enum {string} */
                            type?: "rule" | "procedure" | "fact" | "episode" | "preference";
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                        reason?: string;
                        receipt_id: string;
                        skipped: {
                            reason: string;
                        } | null;
                        timings_ms: {
                            [key: string]: number;
                        };
                        tokens: number;
                    };
                };
            };
        };
    };
    get_v1_sessions: {
        parameters: {
            query: {
                cursor?: string;
                limit?: number;
                namespace?: string;
                namespaces?: string;
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        next_cursor: string | null;
                        sessions: {
                            captured: number;
                            channel: string | null;
                            first_at: string | null;
                            last_at: string | null;
                            namespace: string;
                            session_id: string;
                            turns: number;
                        }[];
                    };
                };
            };
        };
    };
    get_v1_sessions_session_id_turns: {
        parameters: {
            query: {
                after?: number;
                limit?: number;
                namespace?: string;
                user_id: string;
            };
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Turns after the position `after` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        next_cursor: string | null;
                        turns: {
                            external_id: string | null;
                            id: string;
                            observed_at: string;
                            position: number;
                            /** @enum {string} */
                            role: "user" | "assistant" | "system" | "tool";
                            speaker: string | null;
                            text: string;
                        }[];
                    };
                };
            };
        };
    };
    get_v1_stats: {
        parameters: {
            query: {
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Figures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active_memories: number;
                        by_lifetime: {
                            [key: string]: number;
                        };
                        by_type: {
                            [key: string]: number;
                        };
                        entities: number;
                        improvable_turns: number;
                        language_models: {
                            cache_read_tokens: number;
                            cache_write_tokens: number;
                            calls: number;
                            cost_usd: number;
                            failed: number;
                            input_tokens: number;
                            mean_latency_ms: number;
                            model: string;
                            output_tokens: number;
                            purpose: string;
                            unpriced: number;
                        }[];
                        newest_at: string | null;
                        oldest_at: string | null;
                        open_conflicts: number;
                        open_turns: number;
                        relations: number;
                        sessions: number;
                        storage_bytes: number;
                        topics: number;
                        total_memories: number;
                        turns: number;
                        user_id: string;
                    };
                };
            };
        };
    };
    post_v1_synthesize: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    agent_id?: string | null;
                    as_of?: number | string;
                    asked_at?: number | string;
                    deadline_ms?: number;
                    /** @default [] */
                    exclude_ids?: string[];
                    /** @default [] */
                    exclude_session_ids?: string[];
                    /** @default false */
                    include_history?: boolean;
                    /**
                     * @default [
                     *       "memory",
                     *       "turn",
                     *       "chunk"
                     *     ]
                     */
                    kinds?: ("memory" | "turn" | "chunk")[];
                    known_at?: number | string;
                    /** @default 15 */
                    limit?: number;
                    namespace?: string;
                    namespaces?: string[];
                    /**
                     * @default cortex
                     * @enum {string}
                     */
                    preset?: "cortex" | "cortex-v1" | "hybrid" | "openclaw";
                    project?: string | null;
                    query: string;
                    rerank_ms?: number;
                    session_id?: string | null;
                    tags?: string[];
                    types?: ("rule" | "procedure" | "fact" | "episode" | "preference")[];
                    user_id: string;
                    valid_after?: number | string;
                    valid_before?: number | string;
                    /** @default [] */
                    without?: (string)[];
                };
            };
        };
        responses: {
            /** @description The narrative, sentence by sentence, or why there is none */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        degraded: {
                            part: string;
                            reason: string;
                        }[];
                        ids: string[];
                        model?: string;
                        narrative: string;
                        reason?: string;
                        receipt_id: string;
                        sentences: {
                            ids: string[];
                            text: string;
                        }[];
                        skipped: {
                            reason: string;
                        } | null;
                        timings_ms: {
                            [key: string]: number;
                        };
                    };
                };
            };
        };
    };
}
