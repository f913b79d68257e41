/**
 * Open event streams of this process, and the connection on which PostgreSQL notifies every process
 * of changes. No signals are stored for absent clients, because a client requests the current data
 * when it connects.
 */
import { LIVE_HEARTBEAT_MS } from '@ramal/contract/live';
import { refuse } from '@ramal/contract/api/errors';
import { setTimeout as pause } from 'node:timers/promises';
import type { Profile } from '@ramal/contract/api/access';
import type { AppContext } from '../app-context.ts';
import type { Listening } from '../database.ts';
import { LIVE_CHANNEL } from './send-signal.ts';
import { logDatabaseFailure } from '../unavailable.ts';
import { oncePer } from '../shared-runs.ts';

interface Signal {
  readonly topic: string;
  readonly admins: boolean;
  /** Null if the signal is for all accounts. */
  readonly accounts: readonly number[] | null;
  readonly data: Readonly<Record<string, string | number>>;
}

interface Listener {
  readonly id: number;
  readonly profile: Profile;
  /** Resolves to true while the sign-in of the listener is valid. */
  readonly isAllowed: () => Promise<boolean>;
}

/** Maximum number of streams of an account in this process. Each browser opens one stream. */
const STREAMS_AN_ACCOUNT = 10;
const STREAMS_A_PROCESS = 5_000;
/**
 * Maximum number of messages that wait in a stream. If a client does not read them in time, one
 * request to reload everything replaces them.
 */
const WAITING_A_STREAM = 100;
const RETRY_MS = 1_000;

const RESYNC = event({ topic: 'resync' });
const HEARTBEAT = ': ok\n\n';

function event(data: Readonly<Record<string, string | number>>): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

interface LiveHub {
  open(listener: Listener): AsyncIterableIterator<string>;
}

export const getLiveHub = oncePer((ctx: AppContext) => ctx.db, createHub);

function createHub({ db, log, config }: AppContext): LiveHub {
  const streams = new Set<LiveStream>();
  let running = false;

  /**
   * Listens while a client is connected. Signals during an interruption are lost, so every client
   * then reloads.
   */
  async function listen(): Promise<void> {
    running = true;
    while (streams.size > 0) {
      let listening: Listening | undefined;
      try {
        listening = await db.listen(LIVE_CHANNEL, deliver);
        for (const stream of streams) stream.push(RESYNC);
        await Promise.race([listening.lost, nobodyLeft()]);
      } catch (error) {
        logDatabaseFailure(log, error, 'live signals are not received, clients poll');
        await pause(RETRY_MS);
      } finally {
        await listening?.stop();
      }
    }
    running = false;
  }

  let resolveEmpty = () => {};
  const nobodyLeft = () =>
    new Promise<void>((resolve) => {
      resolveEmpty = resolve;
      if (streams.size === 0) resolve();
    });

  function deliver(payload: string): void {
    const { topic, admins, accounts, data } = JSON.parse(payload) as Signal;
    const concerned = accounts && new Set(accounts);
    const text = event({ ...data, topic });
    for (const stream of streams) {
      const { id, profile } = stream.listener;
      if (!concerned || concerned.has(id) || (admins && profile === 'admin')) stream.push(text);
    }
  }

  function closed(stream: LiveStream): void {
    streams.delete(stream);
    if (streams.size === 0) resolveEmpty();
  }

  return {
    open(listener) {
      // A pooler in transaction mode provides no connection for LISTEN.
      if (config.databasePooled && !config.databaseDirectUrl) refuse('live_off');
      const sameAccount = [...streams].filter(
        (stream) => stream.listener.id === listener.id,
      ).length;
      if (sameAccount >= STREAMS_AN_ACCOUNT || streams.size >= STREAMS_A_PROCESS)
        refuse('live_full', { retryAfterSeconds: 60 });
      const stream = new LiveStream(listener, closed);
      streams.add(stream);
      stream.push(HEARTBEAT);
      if (running) stream.push(RESYNC);
      else void listen();
      return stream;
    },
  };
}

/**
 * Stream of one client. It is not a generator, because a waiting generator cannot be ended from
 * outside.
 */
class LiveStream implements AsyncIterableIterator<string> {
  readonly listener: Listener;
  readonly #closed: (stream: LiveStream) => void;
  readonly #timer: NodeJS.Timeout;
  #waiting: string[] = [];
  #wake: (() => void) | undefined;
  #ended = false;

  constructor(listener: Listener, closed: (stream: LiveStream) => void) {
    this.listener = listener;
    this.#closed = closed;
    this.#timer = setInterval(() => void this.#beat(), LIVE_HEARTBEAT_MS).unref();
  }

  push(text: string): void {
    if (this.#ended) return;
    if (this.#waiting.length >= WAITING_A_STREAM) this.#waiting = [RESYNC];
    else if (this.#waiting.at(-1) !== text) this.#waiting.push(text);
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<string>> {
    while (this.#waiting.length === 0 && !this.#ended)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#ended) return { done: true, value: undefined };
    const value = this.#waiting.join('');
    this.#waiting = [];
    return { done: false, value };
  }

  async return(): Promise<IteratorResult<string>> {
    if (!this.#ended) {
      this.#ended = true;
      clearInterval(this.#timer);
      this.#closed(this);
      this.#wake?.();
    }
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /**
   * Sends a heartbeat. Ends the stream instead if the sign-in is no longer valid: after a block, a
   * new password or a sign-out.
   */
  async #beat(): Promise<void> {
    const allowed = await this.listener.isAllowed().catch(() => true);
    if (allowed) this.push(HEARTBEAT);
    else await this.return();
  }
}
