import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

import { until } from "../server-shape/until.ts";

/** A private chat has the id of its person; a group has a negative one. */
export interface Chat {
  id: number;
  type: "private" | "group";
  title?: string;
}

export interface Person {
  id: number;
  name: string;
}

interface Update {
  update_id: number;
  message: Record<string, unknown>;
}

export interface FakeTelegram {
  /** For `channels.telegram.apiRoot`. */
  url: string;
  /** What the bot sent, oldest first. */
  sent: { chat: number; text: string }[];
  /** A person writes to the bot: in private, or in a group. */
  say(from: Person, text: string, group?: Chat): void;
  /** Waits until the bot has sent a text that holds this to the chat. */
  answered(chat: number, text: string): Promise<void>;
  close(): Promise<void>;
}

const BOT = { id: 1, is_bot: true, first_name: "Bot", username: "cortex_test_bot", can_join_groups: true, can_read_all_group_messages: true, supports_inline_queries: false };
const POLL_LIMIT_MS = 20_000;
const ANSWER_LIMIT_MS = 60_000;

async function parametersOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += String(part);
  const fromUrl = Object.fromEntries(new URL(request.url ?? "/", "http://localhost").searchParams);
  if (text === "") return fromUrl;
  if (text.startsWith("{")) return { ...fromUrl, ...(JSON.parse(text) as Record<string, unknown>) };
  return { ...fromUrl, ...Object.fromEntries(new URLSearchParams(text)) };
}

/** The part of Telegram's Bot API that a chat needs, with long polling. */
class BotServer {
  readonly sent: FakeTelegram["sent"] = [];
  readonly #updates: Update[] = [];
  readonly #waiting = new Set<() => void>();
  #message = 100;

  add(message: Record<string, unknown>): void {
    this.#message += 1;
    this.#updates.push({ update_id: this.#updates.length + 1, message: { message_id: this.#message, date: Math.floor(Date.now() / 1_000), ...message } });
    for (const wake of this.#waiting) wake();
  }

  async answer(method: string, parameters: Record<string, unknown>): Promise<unknown> {
    switch (method.toLowerCase()) {
      case "getme": return BOT;
      case "getupdates": return this.#poll(Number(parameters["offset"] ?? 0), Number(parameters["timeout"] ?? 0) * 1_000);
      case "getwebhookinfo": return { url: "", has_custom_certificate: false, pending_update_count: 0 };
      case "getmycommands": return [];
      case "sendmessage": return this.#keep(parameters);
      case "editmessagetext": return this.#keep(parameters);
      case "getchat": return { id: Number(parameters["chat_id"]), type: Number(parameters["chat_id"]) < 0 ? "group" : "private", accent_color_id: 0, max_reaction_count: 1 };
      case "getchatmember": return { status: "member", user: { id: Number(parameters["user_id"]), is_bot: false, first_name: "Member" } };
      default: return true;
    }
  }

  #keep(parameters: Record<string, unknown>): unknown {
    const [chat, text] = [Number(parameters["chat_id"]), typeof parameters["text"] === "string" ? parameters["text"] : ""];
    this.sent.push({ chat, text });
    this.#message += 1;
    return { message_id: this.#message, date: Math.floor(Date.now() / 1_000), chat: { id: chat, type: chat < 0 ? "group" : "private" }, from: BOT, text };
  }

  async #poll(offset: number, timeoutMs: number): Promise<Update[]> {
    const due = (): Update[] => this.#updates.filter(({ update_id: id }) => id >= offset);
    if (due().length === 0 && timeoutMs > 0) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const wake = (): void => resolve(undefined);
      this.#waiting.add(wake);
      const timer = setTimeout(wake, Math.min(timeoutMs, POLL_LIMIT_MS));
      await promise;
      clearTimeout(timer);
      this.#waiting.delete(wake);
    }
    return due();
  }
}

/** A Telegram on loopback, so that several people can write to one agent in private and in a group. */
export async function startFakeTelegram(): Promise<FakeTelegram> {
  const bot = new BotServer();
  const server = createServer((request, response) => {
    const method = /^\/bot[^/]+\/(?:test\/)?(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    void parametersOf(request).then(async (parameters) => {
      const result = await bot.answer(method, parameters);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ok: true, result }));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: bot.sent,
    say: ({ id, name }, text, group) => bot.add({
      from: { id, is_bot: false, first_name: name }, chat: group ?? { id, type: "private", first_name: name }, text,
      ...(text.startsWith("/") ? { entities: [{ type: "bot_command", offset: 0, length: text.split(" ")[0]!.length }] } : {}),
    }),
    answered: (chat, text) => until(() => bot.sent.some((one) => one.chat === chat && one.text.includes(text)), {
      limitMs: ANSWER_LIMIT_MS, otherwise: () => `The bot never sent "${text}" to ${chat}, but: ${JSON.stringify(bot.sent)}`,
    }),
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
