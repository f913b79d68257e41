/**
 * A customer's box, managed from a phone. A reseller registers the MAC of the box, and the box
 * signs in. It then receives a message and a restart. At the end the page of the box plays a
 * channel by remote control.
 */
import type { APIRequestContext } from '@playwright/test';
import { PHONE, callApi, openAs } from './support/accounts.ts';
import { makeBox, playedCommands } from './support/box.ts';
import { collectErrors, expectAccessible } from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

test.use({ actionTimeout: 20_000 });

const MAC = '00:1A:79:7C:E0:3F';
const SERIAL = '012019N034567';
/** Maximum time until an order reaches the box. The portal reads new orders every ten seconds. */
const ORDER_WITHIN_MS = 25_000;
/**
 * Maximum time until the registration dialog shows the new box as online. The dialog polls every
 * five seconds.
 */
const ON_WITHIN_MS = 20_000;

type Js = Record<string, unknown>;

interface News {
  readonly id?: string;
  readonly event?: string;
  readonly msg?: string;
}

/** Calls the portal as a box does. */
const portal = async (
  request: APIRequestContext,
  url: string,
  fields: Record<string, string>,
  token = '',
): Promise<Js> => {
  const query = new URLSearchParams({ ...fields, JsHttpRequest: '1-xml' });
  const answer = await request.get(`${url}/c/portal.php?${query}`, {
    headers: {
      cookie: `mac=${encodeURIComponent(MAC)}`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { js: Js }).js;
};

const signInBox = async (request: APIRequestContext, url: string): Promise<string> => {
  const { token } = await portal(request, url, { type: 'stb', action: 'handshake', token: '' });
  const profile = await portal(
    request,
    url,
    {
      type: 'stb',
      action: 'get_profile',
      sn: SERIAL,
      stb_type: 'MAG324',
      device_id: '',
      device_id2: '',
    },
    String(token),
  );
  expect(profile['status']).toBe(0);
  return String(token);
};

/** Sends a sign of life of the box and returns the news in the response. */
const lifeSign = async (request: APIRequestContext, url: string, token: string): Promise<News> => {
  const fields = { cur_play_type: '0', event_active_id: '0', init: '0' };
  const { data } = await portal(
    request,
    url,
    { type: 'watchdog', action: 'get_events', ...fields },
    token,
  );
  const news = data as News;
  if (news.id)
    await portal(
      request,
      url,
      { type: 'watchdog', action: 'confirm_event', event_active_id: news.id },
      token,
    );
  return news;
};

test('a box is registered on a phone, gets a message and a restart, and plays', async ({
  browser,
  demo,
  request,
}) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE });
  const errors = collectErrors(page);
  const line = await callApi(page, '/api/users-iptv', {
    isOficial: true,
    credits: 1,
    nota: 'Caixa do Téo',
    package: 1,
  });
  const username = String(line.body.username);

  await page.goto(`${demo.url}/boxes`);
  await expect(page.getByText('Outro aparelho').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cadastrar caixa' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Cadastrar caixa' });
  await dialog.getByRole('combobox', { name: 'Usuário' }).fill(username);
  await page.getByRole('option', { name: username }).click();
  await expect(dialog.getByText('nenhuma caixa')).toBeVisible();
  await dialog.getByLabel('MAC, parte 4 de 6').pressSequentially('7ce03f');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cadastrar caixa' }).click();
  await expect(page.getByText('Esperando a caixa ligar')).toBeVisible();

  const token = await signInBox(request, demo.url);
  await lifeSign(request, demo.url, token);
  await expect(page.getByText(/Ligada: MAG324/)).toBeVisible({ timeout: ON_WITHIN_MS });
  await page.getByRole('button', { name: 'Fechar' }).last().click();

  await page.getByRole('button', { name: 'Mensagem: Caixa do Téo' }).click();
  const message = page.getByRole('dialog', { name: 'Mensagem para Caixa do Téo' });
  await message.getByRole('textbox', { name: 'Texto' }).fill('Volto já');
  await message.getByRole('button', { name: 'Enviar' }).click();
  await expect(message).toBeHidden();
  const news = () => lifeSign(request, demo.url, token);
  await expect
    .poll(news, { timeout: ORDER_WITHIN_MS })
    .toMatchObject({ event: 'send_msg', msg: 'Volto já' });

  await page.getByRole('button', { name: 'Reiniciar: Caixa do Téo' }).click();
  await page.getByRole('button', { name: 'Sim, reiniciar' }).click();
  await expect(page.getByText('Reiniciar a caixa de Caixa do Téo?')).toBeHidden();
  await expect.poll(news, { timeout: ORDER_WITHIN_MS }).toMatchObject({ event: 'reboot' });
  expect(errors).toEqual([]);

  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const television = await context.newPage();
  const failures = collectErrors(television);
  await makeBox(television, { mac: MAC, serial: SERIAL });
  await television.goto(`${demo.url}/c/`);
  await expect(television.locator('.row.chosen .name')).not.toBeEmpty();
  await television.keyboard.press('ArrowDown');
  await expect(television.locator('#count')).toHaveText(/^2 de \d+$/);
  await expect.poll(async () => (await playedCommands(television)).length).toBeGreaterThan(0);
  const [, address = ''] = (await playedCommands(television)).at(-1)!.split(' ');
  const stream = await fetch(address);
  expect(stream.status).toBe(200);
  const { value } = await stream.body!.getReader().read();
  expect(value!.length).toBeGreaterThan(0);
  await television.keyboard.press('Enter');
  await expect(television.locator('#list')).toBeHidden();
  await expect(television.locator('#band-name')).toBeVisible();
  await television.keyboard.press('Backspace');
  await expect(television.locator('#list')).toBeVisible();
  expect(failures).toEqual([]);
});
