/**
 * The device of a customer receives its line by its MAC. A reseller activates Prime in the menu of
 * the row, and the app plays its channels. Another device with the same MAC receives nothing. The
 * last tests cover the screen of smart apps, on a desktop and on a phone.
 */
import type { APIRequestContext, Page } from '@playwright/test';
import { collectErrors, expectAccessible } from './support/screen-checks.ts';
import { DESKTOP, PHONE, callApi, openAs } from './support/accounts.ts';
import { expect, test } from './support/server.ts';

test.use({ actionTimeout: 20_000 });

interface Configuration {
  readonly state: string;
  readonly username?: string;
  readonly M3U8_2?: string;
  readonly id_device?: string;
}

/**
 * Requests the access data as the app on the device does. At first the app knows only its MAC. The
 * first response gives it an id.
 */
async function askAsApp(
  request: APIRequestContext,
  url: string,
  device: { app?: string; mac: string; id_device?: string },
): Promise<Configuration> {
  const answer = await request.post(`${url}/api/device`, { data: device });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Configuration;
}

/** Opens the received list and its first channel, and follows the playlists to a segment. */
async function plays(request: APIRequestContext, list: string): Promise<void> {
  const channels = await (await request.get(list)).text();
  let next = /^http\S+\.m3u8$/m.exec(channels)?.[0] ?? '';
  expect(next, 'a channel in the list').not.toBe('');
  for (let step = 0; step < 4; step += 1) {
    const answer = await request.get(next);
    expect(answer.status()).toBe(200);
    const body = await answer.body();
    if (!body.subarray(0, 7).equals(Buffer.from('#EXTM3U'))) {
      expect(body.length).toBeGreaterThan(10_000);
      return;
    }
    const row = body
      .toString()
      .split('\n')
      .find((row) => row && !row.startsWith('#'));
    next = new URL(row!, answer.url()).href;
  }
  throw new Error('playlists without end');
}

const newLine = async (page: Page, nota: string): Promise<string> => {
  const created = await callApi(page, '/api/users-iptv', {
    isOficial: true,
    credits: 1,
    nota,
    package: 1,
  });
  expect(created.status).toBe(200);
  return String(created.body.username);
};

for (const [turn, [where, viewport]] of (
  [
    ['at a desk', DESKTOP],
    ['on a phone', PHONE],
  ] as const
).entries()) {
  test(`Prime is activated and its app plays, ${where}`, async ({ browser, demo, request }) => {
    test.setTimeout(120_000);
    const page = await openAs(browser, demo.url, 'revenda', { viewport });
    const errors = collectErrors(page);
    const mac = `10:20:30:40:50:6${turn}`;
    const username = await newLine(page, `TV do Téo ${turn}`);
    expect(await askAsApp(request, demo.url, { app: 'prime', mac })).toMatchObject({
      state: 'unknown',
    });

    await page.goto(`${demo.url}/users-iptv?search=${username}`);
    await page.getByRole('button', { name: `Ações de ${username}` }).click();
    // The menu on a desktop has a limited number of entries, so Prime is in a submenu. The sheet on
    // a phone shows all entries.
    if (viewport === DESKTOP)
      await page.getByRole('menuitem', { name: 'Ativar aplicativo' }).click();
    await page.getByText('Ativar Prime', { exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Ativar Prime' });
    const field = dialog.getByRole('textbox', { name: 'MAC' });
    await field.pressSequentially('10203040');
    await dialog.getByRole('button', { name: 'Sim, ativar' }).click();
    await expect(page.getByRole('alertdialog')).toContainText(
      'Por favor, insira um endereço MAC válido, como A0:B1:C2:D3:E4:F5',
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Entendi' }).click();
    await expect(field).toBeFocused();
    await field.pressSequentially(`506${turn}ff`);
    await expect(field).toHaveValue(mac);
    // The caret stays where it is when the user corrects a character in the middle of the text.
    await field.press('Home');
    await field.press('Delete');
    await field.pressSequentially('1');
    await expect(field).toHaveValue(mac);
    await dialog.getByRole('button', { name: 'Sim, ativar' }).click();
    await expect(page.getByText('Usuário ativado com sucesso!')).toBeVisible();
    await expect(dialog).toHaveCount(0);

    const configuration = await askAsApp(request, demo.url, { app: 'prime', mac });
    expect(configuration).toMatchObject({ state: 'active', username });
    await plays(request, configuration.M3U8_2!);
    // The device has its id now. The MAC without the id gets no access data.
    const signIn = { app: 'prime', mac, id_device: configuration.id_device! };
    expect((await askAsApp(request, demo.url, signIn)).state).toBe('active');
    expect((await askAsApp(request, demo.url, { app: 'prime', mac })).state).toBe('unknown');
    expect((await askAsApp(request, demo.url, { ...signIn, id_device: 'intruso' })).state).toBe(
      'unknown',
    );
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test(`a smart app’s user is generated, reset and deleted, ${where}`, async ({
    browser,
    demo,
    request,
  }) => {
    test.setTimeout(120_000);
    const page = await openAs(browser, demo.url, 'revenda', { viewport });
    const errors = collectErrors(page);
    const mac = `10:20:30:40:50:7${turn}`;
    const username = await newLine(page, `Box da Lia ${turn}`);
    await page.goto(`${demo.url}/smart-app`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Gerar Usuário' }).click();
    const dialog = page.getByRole('dialog', { name: 'Gerar Usuário' });
    await dialog.getByRole('textbox', { name: 'MAC' }).pressSequentially(mac.replaceAll(':', '-'));
    await dialog.getByRole('combobox', { name: 'Usuário' }).pressSequentially(`lia ${turn}`);
    await page.getByRole('option', { name: new RegExp(username) }).click();
    // The list of options closes a moment after the choice. Axe would report an open list as not
    // reachable by keyboard, although its field scrolls it.
    await expect(page.getByRole('option')).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Sim, gerar usuário' }).click();
    await expect(page.getByText('Usuário gerado com sucesso')).toBeVisible();
    await expect(dialog).toHaveCount(0);

    await page.getByRole('searchbox').fill(mac.toLowerCase());
    await expect(page.getByText('1–1 de 1 aparelho')).toBeVisible();
    await expect(page.getByText('Aguardando').first()).toBeVisible();
    await expectAccessible(page);
    const first = await askAsApp(request, demo.url, { mac, id_device: 'primeiro-box' });
    expect(first).toMatchObject({ state: 'active', username });

    await page.reload();
    await expect(page.getByText('Em uso').first()).toBeVisible();
    const acts = page.getByRole('button', { name: /^Ações de/ });
    await acts.click();
    await page
      .getByRole('menuitem', { name: 'Resetar MAC' })
      .or(page.getByRole('dialog').getByRole('button', { name: 'Resetar MAC' }))
      .first()
      .click();
    const reset = page.getByRole('dialog', { name: 'Resetar este MAC?' });
    await reset.getByRole('button', { name: 'Sim, resetar' }).click();
    await expect(page.getByText('MAC resetado com sucesso')).toBeVisible();
    await expect(reset).toHaveCount(0);
    const second = { mac, id_device: 'segundo-box' };
    expect((await askAsApp(request, demo.url, second)).state).toBe('active');
    expect((await askAsApp(request, demo.url, { mac, id_device: 'primeiro-box' })).state).toBe(
      'unknown',
    );

    await acts.click();
    await page.getByText('Excluir', { exact: true }).click();
    await page.getByRole('button', { name: 'Sim, excluir' }).click();
    await expect(page.getByText('Usuário deletado com sucesso')).toBeVisible();
    expect((await askAsApp(request, demo.url, second)).state).toBe('unknown');
    expect(errors).toEqual([]);
    await page.context().close();
  });
}
