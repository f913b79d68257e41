/**
 * A ticket on two server processes over one PostgreSQL. A message reaches the other process within
 * a second. If a process is killed, no message is lost, doubled or out of order.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN_PASSWORD, isReady, makeProduct, type Product } from './product.ts';

const main = path.resolve(import.meta.dirname, '../../src/main.ts');
const PORT_OFFSET = 1;

let first: Product;
let second: ChildProcess;
let secondUrl: string;
let token: string;

beforeAll(async () => {
  first = await makeProduct();
  await first.start();
  const port = Number(new URL(first.url).port) + PORT_OFFSET;
  secondUrl = `http://127.0.0.1:${port}`;
  await startSecond(port);
  token = (
    await ask('POST', first.url, '/api/login', { username: 'admin', password: ADMIN_PASSWORD })
  ).access_token as string;
});
afterAll(async () => {
  second.kill('SIGKILL');
  await first.remove();
});

async function startSecond(port: number): Promise<void> {
  second = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      RAMAL_DATA: first.dataFolder,
      DATABASE_URL: first.databaseUrl(),
      RAMAL_ROLES: 'panel',
      HOST: '127.0.0.1',
      PORT: String(port),
      RAMAL_CAPTCHA: 'off',
      RAMAL_LOG: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await isReady(secondUrl))) {
    if (second.exitCode !== null) throw new Error(`the second ended with ${second.exitCode}`);
    await pause(50);
  }
}

type Answer = Record<string, unknown>;

async function ask(method: string, url: string, at: string, body?: object): Promise<Answer> {
  const response = await fetch(url + at, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

const newTicket = async (): Promise<number> =>
  (await ask('POST', first.url, '/api/ticket', { title: 'Prova', category: 1, content: 'Prova' }))
    .id as number;
const write = (url: string, id: number, mensagem: string, clientId: string) =>
  ask('PUT', url, `/api/ticket/${id}`, { mensagem, client_id: clientId });
const read = async (url: string, id: number, after = 0) =>
  (await ask('GET', url, `/api/ticket/${id}?after=${after}`)).chat as {
    number: number;
    mensagem: string;
  }[];

/** Resolves when the process sends the first signal about this ticket. */
async function signalOf(url: string, id: number, ready: () => void): Promise<void> {
  const response = await fetch(`${url}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    const text = decoder.decode(chunk as Uint8Array);
    if (text.includes('"resync"')) ready();
    if (text.includes(`"id":${id},`) || text.includes(`"id":${id}}`)) return;
  }
  throw new Error('the stream ended');
}

it('a message appears in the other process within a second', async () => {
  const id = await newTicket();
  let received: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve) => {
    received = signalOf(secondUrl, id, resolve);
  });
  const sent = performance.now();
  await write(first.url, id, 'Oi', randomUUID());
  await received;
  const chat = await read(secondUrl, id);
  expect([chat.map(({ mensagem }) => mensagem), performance.now() - sent < 1_000]).toEqual([
    ['Oi'],
    true,
  ]);
});

it('no message is lost or doubled when a process is killed', async () => {
  const id = await newTicket();
  const writers = ['a', 'b'];
  const MANY = 40;
  /**
   * Sends one message after the other, as the panel does. A message keeps its id until one of the
   * servers confirms it.
   */
  const writeAll = async (writer: string) => {
    for (let index = 0; index < MANY; index += 1) {
      const clientId = randomUUID();
      for (let attempt = 0; ; attempt += 1) {
        const url = attempt % 2 === 0 ? secondUrl : first.url;
        try {
          await write(url, id, `${writer} ${index}`, clientId);
          break;
        } catch (error) {
          if (attempt > 50 || String(error).includes('429')) throw error;
          await pause(20);
        }
      }
    }
  };
  const read1 = async () => {
    const seen: number[] = [];
    while (seen.length < MANY * writers.length) {
      for (const { number } of await read(first.url, id, seen.at(-1) ?? 0)) seen.push(number);
      await pause(10);
    }
    return seen;
  };
  const following = read1();
  const writing = Promise.all(writers.map(writeAll));
  await expect
    .poll(async () => (await read(first.url, id)).length, { timeout: 20_000 })
    .toBeGreaterThan(15);
  const ended = once(second, 'exit');
  second.kill('SIGKILL');
  await ended;
  await writing;
  const chat = await read(first.url, id);
  expect(chat.map(({ number }) => number)).toEqual(
    Array.from({ length: MANY * writers.length }, (_, index) => index + 1),
  );
  for (const writer of writers)
    expect(chat.flatMap(({ mensagem }) => (mensagem.startsWith(writer) ? [mensagem] : []))).toEqual(
      Array.from({ length: MANY }, (_, index) => `${writer} ${index}`),
    );
  // The client always requests the messages after the last one that it has. Therefore it receives
  // each message once and in order.
  expect(await following).toEqual(chat.map(({ number }) => number));
});
