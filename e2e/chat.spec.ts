/**
 * A ticket in two browsers on two server processes. Messages of one browser appear in the other,
 * once and in order, although the network is cut and a server is killed. Eight tabs of one browser
 * share one stream, and all tabs receive the messages.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { openAs } from './support/accounts.ts';
import { type RunningServer, expect, freePort, test } from './support/server.ts';

/**
 * Duration of the cut of the network. The long form of the test waits a minute, so that every
 * timeout expires.
 */
const CUT_MS = process.env.RAMAL_LONG ? 60_000 : 1_000;
const root = path.resolve(import.meta.dirname, '..');

/**
 * Starts a second process on the same database. The test kills it and starts it again on the same
 * port.
 */
async function startSecondServer({ databaseUrl, dataFolder }: RunningServer, port: number) {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      RAMAL_DATA: dataFolder,
      DATABASE_URL: databaseUrl,
      RAMAL_ROLES: 'panel',
      RAMAL_LOG: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await expect
    .poll(
      () =>
        fetch(`http://localhost:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      {
        timeout: 60_000,
      },
    )
    .toBe(true);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Mensagem' }).fill(text);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
}

/** Returns the messages of the chat in order, without the first text of the ticket. */
const chatOf = async (page: Page) => {
  const log = page.getByRole('log', { name: 'Conversa' });
  const [, ...texts] = await log.locator('[data-said]').allInnerTexts();
  return texts;
};

test('two browsers on two processes lose and double no message and keep the order', async ({
  browser,
  request,
  demo,
}) => {
  const port = await freePort();
  let second = await startSecondServer(demo, port);
  try {
    const seller = await openAs(browser, demo.url, 'master');
    const admin = await openAs(browser, `http://localhost:${port}`, 'admin');
    const token = await seller.evaluate(() => localStorage.getItem('ramal.token') ?? '');
    const created = await request.post(`${demo.url}/api/ticket`, {
      headers: { authorization: `Bearer ${token}` },
      data: { title: 'Prova', category: 1, content: 'Prova' },
    });
    const at = `/ticket?dialog=details&ticket=${(await created.json()).id}`;
    await seller.goto(demo.url + at);
    await admin.goto(`http://localhost:${port}${at}`);
    const expectedTexts: string[] = [];
    const both = async (...texts: string[]) => {
      expectedTexts.push(...texts);
      for (const page of [seller, admin])
        await expect.poll(() => chatOf(page), { timeout: 60_000 }).toEqual(expectedTexts);
    };
    await write(seller, 'Um');
    await both('Um');
    await write(admin, 'Dois');
    await both('Dois');

    // While the network is cut, the page keeps the user's own messages. It receives the messages of
    // the other side after the cut.
    await seller.context().setOffline(true);
    for (const text of ['Quatro', 'Cinco']) await write(seller, text);
    await expect(seller.getByText('sem rede · sai quando voltar')).toHaveCount(2);
    await write(admin, 'Três');
    await expect.poll(() => chatOf(admin)).toEqual([...expectedTexts, 'Três']);
    await seller.waitForTimeout(CUT_MS);
    await seller.context().setOffline(false);
    await both('Três', 'Quatro', 'Cinco');

    await kill(second);
    await write(admin, 'Seis');
    await write(admin, 'Sete');
    await expect(admin.getByText('enviando…')).toHaveCount(2);
    second = await startSecondServer(demo, port);
    await both('Seis', 'Sete');
  } finally {
    await kill(second);
  }
});

const TABS = 8;

test('eight tabs of one browser receive a message and no tab is blocked', async ({
  browser,
  request,
  demo,
}) => {
  const first = await openAs(browser, demo.url, 'master');
  const token = await first.evaluate(() => localStorage.getItem('ramal.token') ?? '');
  const send = (method: 'POST' | 'PUT', at: string, data: object) =>
    request.fetch(demo.url + at, { method, headers: { authorization: `Bearer ${token}` }, data });
  const created = await send('POST', '/api/ticket', {
    title: 'Abas',
    category: 1,
    content: 'Prova',
  });
  const { id } = await created.json();
  const tabs = [first];
  while (tabs.length < TABS) tabs.push(await first.context().newPage());
  // A browser opens at most six connections to a host. If each of the eight tabs had a stream, no
  // connection would remain for calls.
  for (const tab of tabs) {
    await tab.goto(`${demo.url}/ticket?dialog=details&ticket=${id}`);
    await expect(tab.getByRole('log', { name: 'Conversa' })).toBeVisible();
  }
  await write(tabs[0]!, 'Para todas as abas');
  for (const tab of tabs) await expect.poll(() => chatOf(tab)).toEqual(['Para todas as abas']);
  // The test closes the tab that has the stream. Another tab then opens a new stream.
  await tabs.shift()!.close();
  await send('PUT', `/api/ticket/${id}`, { mensagem: 'E as outras ouvem' });
  for (const tab of tabs)
    await expect.poll(() => chatOf(tab)).toEqual(['Para todas as abas', 'E as outras ouvem']);
});
