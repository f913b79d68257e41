/**
 * A Telegram bot sells. The administration connects it, a seller switches it on, and a
 * stranger tests and subscribes in a chat. Telegram is a double; everything else is real.
 */
import type { Page } from '@playwright/test';
import { callApi, openAs, PHONE } from './support/accounts.ts';
import { runJob } from './support/run-job.ts';
import {
  collectErrors,
  expectAccessibleInBothSchemes,
  expectWithinScreen,
} from './support/screen-checks.ts';
import { openSeller, payAll } from './support/sellers.ts';
import { expect, type Shop, test } from './support/server.ts';

/** Maximum time until the bot answers. */
const REPLY_MS = 60_000;
/** Jobs that read the bot and report payments to chats. They are scheduled every minute. */
const JOBS = ['read-telegram', 'report-to-sales-chats'];

async function connectBot(page: Page, { server, telegram }: Shop): Promise<void> {
  await page.goto(`${server.url}/channels`);
  await page.getByLabel('Token do bot', { exact: true }).fill(telegram.token);
  await page.getByRole('button', { name: 'Ver o bot' }).click();
  await expect(page.getByText(`@${telegram.username}`)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectWithinScreen(page);
  const bot = page.locator('div:has(> p)', { hasText: `@${telegram.username}` }).last();
  await bot.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('button', { name: 'Sim, salvar' }).click();
  await expect(page.getByText(/0 conversas conectadas/)).toBeVisible();
}

/** Switches the bot on, and returns the link that opens a chat with the seller. */
async function switchBotOn(page: Page, { server }: Shop): Promise<URL> {
  const { body } = await callApi(page, '/api/storefront');
  const suggested = body.suggested as { tests: object; channels: object };
  // The journey must not depend on the time of day.
  const tests = { ...suggested.tests, from: '00:00', until: '00:00' };
  const channels = { ...suggested.channels, telegram: false };
  const saved = await callApi(
    page,
    '/api/storefront',
    { ...suggested, tests, channels, is_online: true },
    'PUT',
  );
  expect([saved.status, saved.body]).toEqual([200, expect.anything()]);
  await page.goto(`${server.url}/storefront`);
  await page.getByRole('switch', { name: 'Telegram' }).press('Space');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Descartar' })).toHaveCount(0);
  const link = page.getByRole('button', { name: /t\.me\// });
  await expect(link).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectWithinScreen(page);
  return new URL((await link.getAttribute('title'))!);
}

const CHAT = 7_700_142;
const STRANGER = '5511955550142';

test('a stranger tests and subscribes in Telegram, and the seller sees the sale on a phone', async ({
  browser,
  shop,
}) => {
  const { server, telegram } = shop;
  const admin = await openAs(browser, server.url, 'admin', { viewport: PHONE });
  await connectBot(admin, shop);
  const seller = await openSeller(browser, server.url, 'robo', { viewport: PHONE });
  const errors = collectErrors(seller);
  const link = await switchBotOn(seller, shop);
  expect(link.pathname).toBe(`/${telegram.username}`);

  let read = 0;
  const find = (text: RegExp) =>
    telegram.messages.slice(read).findIndex((message) => text.test(message.text));
  /** Waits for the next reply with this text. */
  const expectReply = async (text: RegExp): Promise<string> => {
    await expect(async () => {
      for (const job of JOBS) await runJob(server, job);
      expect(find(text)).toBeGreaterThanOrEqual(0);
    }).toPass({ timeout: REPLY_MS, intervals: [1_000] });
    read += find(text) + 1;
    return telegram.messages[read - 1]!.text;
  };
  const write = (text: string) => telegram.write(CHAT, text);

  write(`/start ${link.searchParams.get('start')}`);
  await expectReply(/Aqui você testa e assina sozinho/);
  write('Testar grátis');
  await expectReply(/toque em «Enviar meu número»/);
  telegram.share(CHAT, { phone: `+${STRANGER}` });
  const tested = await expectReply(/Seu teste vale até/);
  const [, username = ''] = /Usuário (\S+),/.exec(tested)!;
  write('Assinar');
  await expectReply(/Escolha o plano/);
  write('1 mês, R$ 35,00');
  await expectReply(/Assinatura de 1 mês: R\$ 35,00/);
  await payAll(seller);
  const paid = await expectReply(/Você assiste até/);
  expect(paid).toContain('/portal#');
  write('Meu acesso');
  expect(await expectReply(/^Usuário: /)).toContain(`Usuário: ${username}\n`);
  expect(telegram.faults).toEqual([]);

  await seller.goto(`${server.url}/storefront/numbers?period=today`);
  await seller
    .getByRole('link', { name: /1 assinatura/ })
    .first()
    .click();
  await expect(seller.getByText('Entregue')).toBeVisible();
  await expect(seller.getByText('Telegram').first()).toBeVisible();
  await expectAccessibleInBothSchemes(seller);
  await expectWithinScreen(seller);
  expect(errors).toEqual([]);
});
