/**
 * A Telegram bot sells. The administration connects it, a seller switches it on, and a
 * stranger tests and subscribes in a chat. Telegram is a double; everything else is real.
 */
import type { Page } from '@playwright/test';
import { startTelegram, type TelegramDouble } from '../server/test/telegram.ts';
import { callApi, openAs, PHONE } from './support/accounts.ts';
import {
  collectErrors,
  expectAccessibleInBothSchemes,
  expectWithinScreen,
} from './support/screen-checks.ts';
import { openSeller, payAll } from './support/sellers.ts';
import { expect, type RunningServer, serve, test as base } from './support/server.ts';

interface Shop {
  readonly server: RunningServer;
  readonly telegram: TelegramDouble;
}

const START_MS = 360_000;
/** The server reads the bot once a minute, and then waits for messages. */
const REPLY_MS = 120_000;

const test = base.extend<object, { shop: Shop }>({
  shop: [
    async ({}, use) => {
      const telegram = await startTelegram();
      await serve(['demo'], (server) => use({ server, telegram }), {
        RAMAL_TELEGRAM_URL: telegram.url,
      });
      await telegram.close();
    },
    { scope: 'worker', timeout: START_MS },
  ],
});

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
  test.setTimeout(START_MS);
  const { server, telegram } = shop;
  const admin = await openAs(browser, server.url, 'admin', { viewport: PHONE });
  await connectBot(admin, shop);
  const seller = await openSeller(browser, server.url, 'robo', { viewport: PHONE });
  const errors = collectErrors(seller);
  const link = await switchBotOn(seller, shop);
  expect(link.pathname).toBe(`/${telegram.username}`);

  let read = 0;
  /** Waits for the next reply with this text. */
  const expectReply = async (text: RegExp): Promise<string> => {
    const find = () =>
      telegram.messages.slice(read).findIndex((message) => text.test(message.text));
    await expect.poll(find, { timeout: REPLY_MS }).toBeGreaterThanOrEqual(0);
    read += find() + 1;
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
