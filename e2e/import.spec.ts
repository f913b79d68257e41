/**
 * A reseller imports a spreadsheet of thirty customers, some with mistakes. The steps are the file,
 * the columns, the preview of every row, and the import with its results. The test runs on a
 * desktop and on a phone.
 */
import type { Page } from '@playwright/test';
import { DESKTOP, PHONE, choosePackage, chooseRadio, signIn } from './support/accounts.ts';
import { collectErrors, expectAccessibleInBothSchemes } from './support/screen-checks.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

const day = (days: number): string =>
  new Date(Date.now() + days * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .toReversed()
    .join('/');

/**
 * Returns thirty rows: one without a password, one expired, one duplicate, one with an invalid
 * date.
 */
function customers(first: number): string {
  const rows = Array.from({ length: 30 }, (_, at) => [
    String(first + at),
    `senha${at}`,
    day(10),
    `Cliente ${at + 1}`,
  ]);
  rows[3]![1] = '';
  rows[7]![2] = day(-3);
  rows[11]![0] = rows[10]![0]!;
  rows[19]![2] = '31/02/2030';
  return [['Usuário', 'Senha', 'Vencimento', 'Nome'], ...rows]
    .map((row) => row.join(';'))
    .join('\n');
}

const send = (page: Page, name: string, text: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });

for (const { name, viewport, first } of [
  { name: 'at a desk', viewport: DESKTOP, first: 71_000_100 },
  { name: 'on a phone', viewport: PHONE, first: 71_000_200 },
]) {
  test.describe(name, () => {
    test.use({ viewport });

    test('a spreadsheet becomes lines and each bad row has its reason', async ({ page, demo }) => {
      test.slow();
      const errors = collectErrors(page);
      await signIn(page, demo.url, 'revenda', DEMO_PASSWORD);
      await page.goto(`${demo.url}/import-lines`);
      await expect(page.getByText(/^(Solte a planilha aqui|Escolher planilha)/)).toBeVisible();
      await expectAccessibleInBothSchemes(page);

      await send(page, 'estragado.csv', 'a;b\n"c;d');
      await expect(page.getByText('Há aspas abertas que não se fecham.')).toBeVisible();
      expect(errors.splice(0)).toEqual([expect.stringContaining('422')]);

      await send(page, 'clientes.csv', customers(first));
      await expect(page.getByText('30 clientes').first()).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'O que é «Nome»' })).toHaveValue('Nota');
      await choosePackage(page);
      await expectAccessibleInBothSchemes(page);
      await page.getByRole('button', { name: 'Conferir o arquivo' }).click();

      await expect(page.getByText('26 linhas').first()).toBeVisible();
      await expect(page.getByText('15,6 créditos').first()).toBeVisible();
      for (const reason of ['Falta a senha.', 'Escolha um dia de hoje em diante.'])
        await expect(page.getByText(reason).first()).toBeVisible();
      await expectAccessibleInBothSchemes(page);
      await chooseRadio(page.getByRole('radio', { name: /Recusadas/ }));
      // The reason appears twice: in the list of counted reasons and in the row.
      const wrongDate = page.getByText('«31/02/2030» não é uma data: use 31/12/2026.');
      await expect(wrongDate).toHaveCount(2);
      // The URL identifies the previewed file, so the preview survives a reload.
      await page.reload();
      await expect(wrongDate).toHaveCount(2);

      await page.getByRole('button', { name: 'Importar 26 linhas' }).click();
      await page.getByRole('button', { name: 'Sim, importar' }).click();
      await expect(page.getByText('30 de 30').first()).toBeVisible({ timeout: 30_000 });
      await expectAccessibleInBothSchemes(page);

      await page.goto(`${demo.url}/users-iptv?search=${first + 5}`);
      await expect(page.getByText(String(first + 5)).first()).toBeVisible();
      expect(errors).toEqual([]);
    });
  });
}
