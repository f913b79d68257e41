/**
 * A second process on the same port takes over. It answers new requests, and a running stream
 * continues.
 */
import http from 'node:http';
import net from 'node:net';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type Product, makeProduct } from './product.ts';
import { openTrade, send } from './trade.ts';
import { announceSeed } from './seed.ts';
import { expectTruth } from './truth.ts';

let product: Product;

afterEach(async () => {
  await product.remove();
});

it(
  'a handover cuts no stream and loses no request that the kernel does not reset',
  { timeout: 300_000 },
  async () => {
    product = await makeProduct();
    await product.start();
    const trade = await openTrade(product.url, announceSeed('handover'));
    const { token } = trade.sellers[0]!;
    const stream = await openStream(await testChannel(token));
    const clients = [
      askRepeatedly(new http.Agent({ keepAlive: false }), token),
      askRepeatedly(new http.Agent({ keepAlive: true, maxSockets: 1 }), token),
    ];
    await trade.untilDone(20);

    const { firstEnded } = await product.takeOver();
    await trade.untilDone(20);
    const before = stream.bytes();
    await expect.poll(() => stream.bytes(), { timeout: 20_000 }).toBeGreaterThan(before);
    expect(stream.ended()).toBe(false);

    stream.close();
    await trade.stop();
    const answers = (await Promise.all(clients.map((client) => client.stop()))).flat();
    expect(answers.filter((status) => status !== 200 && status !== RESET)).toEqual([]);
    expect(answers.length).toBeGreaterThan(20);
    const resets = answers.filter((status) => status === RESET).length + trade.troubles();
    expect(resets).toBeLessThanOrEqual((await migratesRequests()) ? 0 : 3);
    expect(await firstEnded).toBe(0);
    await expectTruth(product.databaseUrl(), trade.done, trade.sellers, [stream.lineId]);
  },
);

it('a process does not share its port with a process of another data folder', async () => {
  product = await makeProduct();
  const stranger = net.createServer().listen(Number(new URL(product.url).port), '127.0.0.1');
  await expect(product.takeOver()).rejects.toThrow('ended with 1');
  stranger.close();
});

/**
 * Returns true if Linux moves connections to another process when a socket closes. Without this
 * setting it resets connections whose handshake is in progress.
 */
const migratesRequests = async (): Promise<boolean> =>
  (await readFile('/proc/sys/net/ipv4/tcp_migrate_req', 'utf8').catch(() => '0')).trim() === '1';

/** Recorded in place of the status if the connection broke before a response. */
const RESET = 0;

/** Sends one request after the other until the test calls `stop`. */
function askRepeatedly(agent: http.Agent, token: string): { stop(): Promise<number[]> } {
  let isRunning = true;
  const ask = () =>
    new Promise<number>((resolve) => {
      const headers = { authorization: `Bearer ${token}` };
      http
        .get(`${product.url}/api/get-profile`, { agent, headers }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        })
        .on('error', () => resolve(RESET));
    });
  const answers = (async () => {
    const all: number[] = [];
    while (isRunning) {
      all.push(await ask());
      await pause(5);
    }
    return all;
  })();
  return {
    stop: () => {
      isRunning = false;
      return answers.finally(() => agent.destroy());
    },
  };
}

interface Channel {
  readonly lineId: number;
  readonly url: string;
}

async function testChannel(token: string): Promise<Channel> {
  const body = { isOficial: false, nota: 'Teste da prova', package: 1 };
  const created = await send(product.url, token, { method: 'POST', path: '/api/users-iptv', body });
  const { id, username, password } = created!.body as Record<string, string>;
  const query = new URLSearchParams({
    username: username!,
    password: password!,
    type: 'm3u_plus',
    output: 'ts',
  });
  const list = await (await fetch(`${product.url}/get.php?${query}`)).text();
  return { lineId: Number(id), url: list.split('\n').find((line) => line.startsWith('http'))! };
}

async function openStream({ lineId, url }: Channel) {
  let bytes = 0;
  let ended = false;
  const request = http.get(url, (answer) => {
    answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
    answer.on('close', () => (ended = true));
  });
  request.on('error', () => (ended = true));
  await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(0);
  return { lineId, bytes: () => bytes, ended: () => ended, close: () => request.destroy() };
}
