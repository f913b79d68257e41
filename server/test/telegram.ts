/**
 * Double of Telegram's Bot API. It rejects messages to chats that never pressed Start, and stores
 * accepted messages. A script selects the responses to the messages of a chat. `faults` lists
 * broken limits: more than 30 messages in a second, or two messages to a chat in a second.
 */
import { EventEmitter, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface DoubledMessage {
  readonly chatId: number;
  readonly text: string;
  readonly button: { readonly text: string; readonly url: string } | undefined;
  /** Keys of the keyboard below the chat. */
  readonly keys: readonly string[];
}

/** Contact that a person shares. Without `ownerId`, the contact is the person's own. */
interface SharedContact {
  readonly phone: string;
  readonly ownerId?: number;
}

/** Responses to the next messages of a chat. */
export type ChatScript =
  | 'blocked'
  | 'deactivated'
  | 'not-found'
  | 'not-allowed'
  | 'no-text'
  | 'broken'
  | 'silence'
  | 'accepted-in-silence'
  | { readonly wait: number }
  | { readonly movedTo: number };

interface Webhook {
  readonly url: string;
  readonly secret_token: string;
}

export interface TelegramDouble {
  readonly url: string;
  readonly token: string;
  readonly username: string;
  readonly messages: DoubledMessage[];
  readonly faults: string[];
  readonly calls: string[];
  webhook: Webhook | undefined;
  /** True if the token is rejected. */
  revoked: boolean;
  /** True if another program reads the updates of the bot. */
  readElsewhere: boolean;
  script(chatId: number, ...answers: ChatScript[]): void;
  /** Simulates a message of a person, which the bot may answer later. Returns the update. */
  write(chatId: number, text: string, type?: string): object;
  /** Simulates a shared contact. Returns the update. */
  share(chatId: number, contact: SharedContact): object;
  block(chatId: number): object;
  unblock(chatId: number): object;
  close(): Promise<void>;
}

interface BotRequest {
  readonly chat_id?: number;
  readonly text?: string;
  readonly reply_markup?: {
    readonly inline_keyboard?: { text: string; url: string }[][];
    readonly keyboard?: { text: string; request_contact?: boolean }[][];
  };
  readonly offset?: number;
  /** Seconds for which the bot waits for an update. */
  readonly timeout?: number;
  readonly url?: string;
  readonly secret_token?: string;
}

type Answer =
  | { readonly result: unknown }
  | { readonly refused: number; readonly description: string; readonly parameters?: object };

const refused = (status: number, description: string, parameters?: object): Answer => ({
  refused: status,
  description,
  ...(parameters ? { parameters } : {}),
});

const MAX_PER_SECOND = 30;
/**
 * Minimum milliseconds between two messages to a chat. On a busy machine, messages sent a second
 * apart may arrive closer together, but never as close as this.
 */
const CLOSE_MS = 500;

export async function startTelegram(number = 77_001): Promise<TelegramDouble> {
  const token = `${number}:AAH-double_of_a_token_000000000000000`;
  const username = `ramal_${number}_bot`;
  const started = new Set<number>();
  const scripts = new Map<number, ChatScript[]>();
  const waiting: { update_id: number }[] = [];
  const arrivals = new EventEmitter();
  const sentAt: { chatId: number; at: number }[] = [];
  let lastUpdate = 1_000;
  let lastMessage = 0;

  function addUpdate(update: object): object {
    lastUpdate += 1;
    const whole = { update_id: lastUpdate, ...update };
    waiting.push(whole);
    arrivals.emit('update');
    return whole;
  }

  function accept({ chat_id: chatId = 0, text = '', reply_markup: markup }: BotRequest): Answer {
    const at = performance.now();
    const lately = sentAt.filter((sent) => at - sent.at < 1_000);
    if (lately.length >= MAX_PER_SECOND) double.faults.push('more than 30 a second');
    if (lately.some((sent) => sent.chatId === chatId && at - sent.at < CLOSE_MS))
      double.faults.push(`two in a second to ${chatId}`);
    sentAt.push({ chatId, at });
    const keys = (markup?.keyboard ?? []).flat().map((key) => key.text);
    double.messages.push({ chatId, text, button: markup?.inline_keyboard?.[0]?.[0], keys });
    lastMessage += 1;
    return { result: { message_id: lastMessage, date: Math.floor(Date.now() / 1_000) } };
  }

  function sendMessage(sent: BotRequest): Answer | 'silence' {
    const { chat_id: chatId = 0, text = '' } = sent;
    if (text === '') return refused(400, 'Bad Request: message text is empty');
    if (text.length > 4_096) return refused(400, 'Bad Request: message is too long');
    if (!started.has(chatId))
      return refused(403, "Forbidden: bot can't initiate conversation with a user");
    const script = scripts.get(chatId)?.shift();
    if (script === 'blocked') return refused(403, 'Forbidden: bot was blocked by the user');
    if (script === 'deactivated') return refused(403, 'Forbidden: user is deactivated');
    if (script === 'not-found') return refused(400, 'Bad Request: chat not found');
    if (script === 'not-allowed')
      return refused(403, "Forbidden: bot can't initiate conversation with a user");
    if (script === 'no-text') return refused(400, 'Bad Request: message text is empty');
    if (script === 'broken') return refused(500, 'Internal Server Error');
    if (script === 'silence') return 'silence';
    if (script === 'accepted-in-silence') {
      accept(sent);
      return 'silence';
    }
    if (typeof script === 'object' && 'wait' in script)
      return refused(429, `Too Many Requests: retry after ${script.wait}`, {
        retry_after: script.wait,
      });
    if (typeof script === 'object') {
      started.add(script.movedTo);
      return refused(400, 'Bad Request: group chat was upgraded', {
        migrate_to_chat_id: script.movedTo,
      });
    }
    return accept(sent);
  }

  async function getUpdates({ offset = 0, timeout = 0 }: BotRequest): Promise<Answer> {
    if (double.webhook)
      return refused(409, "Conflict: can't use getUpdates method while webhook is active");
    if (double.readElsewhere)
      return refused(409, 'Conflict: terminated by other getUpdates request');
    while (waiting.length > 0 && waiting[0]!.update_id < offset) waiting.shift();
    if (waiting.length === 0 && timeout > 0)
      await once(arrivals, 'update', { signal: AbortSignal.timeout(timeout * 1_000) }).catch(
        () => undefined,
      );
    return { result: waiting.slice(0, 100) };
  }

  async function answer(method: string, sent: BotRequest): Promise<Answer | 'silence'> {
    switch (method) {
      case 'getMe':
        return { result: { id: number, is_bot: true, first_name: 'Avisos da Ramal', username } };
      case 'sendMessage':
        return sendMessage(sent);
      case 'setWebhook':
        double.webhook = { url: sent.url ?? '', secret_token: sent.secret_token ?? '' };
        return { result: true };
      case 'deleteWebhook':
        double.webhook = undefined;
        return { result: true };
      case 'getWebhookInfo':
        return {
          result: {
            url: double.webhook?.url ?? '',
            has_custom_certificate: false,
            pending_update_count: waiting.length,
            last_error_date: 1_763_700_000,
            last_error_message: 'Wrong response from the webhook: 503 Service Unavailable',
          },
        };
      case 'getUpdates':
        return getUpdates(sent);
      default:
        return refused(404, 'Not Found');
    }
  }

  const server = createServer((request, response) => {
    const [, sentToken, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    void json(request).then(async (sent) => {
      double.calls.push(method);
      const isKnown = sentToken === token && !double.revoked;
      const outcome = isKnown
        ? await answer(method, sent as BotRequest)
        : refused(401, 'Unauthorized');
      if (outcome === 'silence') return void request.socket.destroy();
      return reply(response, outcome);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const double: TelegramDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    username,
    messages: [],
    faults: [],
    calls: [],
    webhook: undefined,
    revoked: false,
    readElsewhere: false,
    script: (chatId, ...answers) => void scripts.set(chatId, answers),
    write: (chatId, text, type = 'private') => {
      started.add(chatId);
      return addUpdate({
        message: {
          message_id: lastUpdate,
          date: 0,
          from: { id: chatId },
          chat: { id: chatId, type },
          text,
        },
      });
    },
    share: (chatId, { phone, ownerId = chatId }) =>
      addUpdate({
        message: {
          message_id: lastUpdate,
          date: 0,
          from: { id: chatId },
          chat: { id: chatId, type: 'private' },
          contact: { phone_number: phone, first_name: 'Célia', user_id: ownerId },
        },
      }),
    block: (chatId) => {
      started.delete(chatId);
      return addUpdate({ my_chat_member: memberChange(chatId, 'kicked') });
    },
    unblock: (chatId) => {
      started.add(chatId);
      return addUpdate({ my_chat_member: memberChange(chatId, 'member') });
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return double;
}

const memberChange = (chatId: number, status: string) => ({
  chat: { id: chatId, type: 'private' },
  old_chat_member: { status: status === 'kicked' ? 'member' : 'kicked' },
  new_chat_member: { status },
});

function reply(response: ServerResponse, answer: Answer): void {
  const isRefused = 'refused' in answer;
  const body = isRefused
    ? {
        ok: false,
        error_code: answer.refused,
        description: answer.description,
        ...(answer.parameters ? { parameters: answer.parameters } : {}),
      }
    : { ok: true, result: answer.result };
  response
    .writeHead(isRefused ? answer.refused : 200, { 'content-type': 'application/json' })
    .end(JSON.stringify(body));
}
