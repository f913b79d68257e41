/**
 * An admin adds a list and previews it. Then the admin edits a channel manually and imports the
 * list again. The edit remains. At the end the channel is sold in a package of two screens.
 */
import type { Page } from '@playwright/test';
import { DESKTOP, signIn } from './support/accounts.ts';
import { expect, printedPassword, test } from './support/server.ts';

const channel = (name: string, path: string): string =>
  `#EXTINF:-1 tvg-id="${path}.br" group-title="Abertos",${name}\nhttp://origem.exemplo/live/${path}.ts\n`;

const first = `#EXTM3U\n${channel('Canal Um', 'um')}${channel('Canal Dois', 'dois')}#EXTINF:-1 group-title="Abertos",Sem endereço\nftp://origem.exemplo/x\n`;
const second = `#EXTM3U\n${channel('Canal Um HD', 'um')}${channel('Canal Três', 'tres')}`;

async function sendList(page: Page, text: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name: 'lista.m3u',
    mimeType: 'audio/x-mpegurl',
    buffer: Buffer.from(text),
  });
  await expect(page.getByRole('button', { name: 'Aplicar ao catálogo' })).toBeVisible({
    timeout: 20_000,
  });
}

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Aplicar ao catálogo' }).click();
  await page.getByRole('button', { name: 'Sim, aplicar' }).click();
  await expect(page.getByText('Aplicada ao catálogo')).toBeVisible({ timeout: 20_000 });
}

const figure = (page: Page, name: string) =>
  page
    .getByRole('radiogroup', { name: 'O que a importação mudaria' })
    .locator('label', { hasText: name })
    .locator('b');

test.use({ viewport: DESKTOP });

test('a list is previewed and applied, edited by hand and imported again', async ({
  page,
  installation,
}) => {
  await signIn(page, installation.url, 'admin', printedPassword(installation.output));
  await page.goto(`${installation.url}/catalogue/listas`);
  await page.getByRole('button', { name: 'Adicionar lista' }).first().click();
  await page.getByLabel('Nome', { exact: true }).fill('Principal');
  await page.getByRole('dialog').getByRole('button', { name: 'Adicionar lista' }).click();
  await sendList(page, first);
  await expect(figure(page, 'Novos')).toHaveText('2');
  await expect(figure(page, 'Recusados')).toHaveText('1');
  // The preview has changed no data. It is shown again after a reload.
  await page.reload();
  await expect(figure(page, 'Novos')).toHaveText('2');
  await apply(page);

  await page.goto(`${installation.url}/catalogue/canais?search=Canal%20Um`);
  await page.getByRole('button', { name: 'Editar: Canal Um' }).click();
  await page.getByLabel('Nome').fill('Meu Canal Um');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Alterações salvas com sucesso')).toBeVisible();

  await page.goto(`${installation.url}/catalogue/listas`);
  await page.getByRole('button', { name: 'Enviar arquivo: Principal' }).click();
  await sendList(page, second);
  await expect(figure(page, 'Novos')).toHaveText('1');
  await expect(figure(page, 'Sumiram')).toHaveText('1');
  await apply(page);

  await page.goto(`${installation.url}/catalogue/canais`);
  await expect(page.getByRole('button', { name: 'Editar: Meu Canal Um' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Editar: Canal Três' })).toBeVisible();
  await expect(page.getByText('Canal Um HD')).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Canal Dois/ })).toContainText('fora da lista');

  await page.goto(`${installation.url}/catalogue/pacotes`);
  await page.getByRole('button', { name: 'Criar pacote' }).first().click();
  await page.getByLabel('Nome').fill('Casal');
  await page.getByLabel('Telas').fill('2');
  await page.getByRole('checkbox', { name: /^Canais/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Criar pacote' }).click();
  await expect(page.getByRole('row', { name: /Casal/ })).toContainText('2 telas');
});
