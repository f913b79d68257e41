/**
 * An admin adds a line server and settles its last difference. A double of XUI simulates the other
 * panel.
 */
import { type XuiDouble, startXui } from '../server/test/xui-double.ts';
import { PHONE, openAs } from './support/accounts.ts';
import { collectErrors, expectAccessibleInBothSchemes } from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

let xui: XuiDouble;
test.beforeAll(async () => {
  xui = await startXui();
  for (let n = 1; n <= 23; n += 1)
    xui.seed({
      username: `vendida-fora-${n}`,
      password: 'senha-1',
      exp_date: '1900000000',
      package_id: '11',
    });
});
test.afterAll(() => xui.close());

test('an admin adds a server, compares both sides and settles the differences', async ({
  browser,
  demo,
}) => {
  test.setTimeout(180_000);
  const page = await openAs(browser, demo.url, 'admin');
  const errors = collectErrors(page);
  await page.goto(`${demo.url}/line-servers`);
  await page.getByRole('button', { name: 'Adicionar servidor' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Nome').fill('XUI São Paulo');
  await form.getByLabel('Endereço', { exact: true }).fill(xui.url);
  await form.getByLabel('Chave da API').fill(xui.key);
  await expectAccessibleInBothSchemes(page);
  await form.getByRole('button', { name: 'Provar e adicionar' }).click();
  await expect(page.getByText(/^Respondeu: 2 pacotes, 3 bouquets/)).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await page.getByRole('button', { name: /^Ver diferenças.*XUI São Paulo/ }).click();
  await page.getByRole('link', { name: /^Correspondência/ }).click();
  await page.getByRole('combobox', { name: 'Pacote Completo', exact: true }).click();
  await page.getByRole('option', { name: 'Completo XUI' }).click();
  await page.getByRole('button', { name: 'Salvar correspondência' }).click();
  await expect(page.getByText('Correspondência salva')).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await page.getByRole('link', { name: /^Diferenças/ }).click();
  await page.getByRole('button', { name: 'Comparar agora' }).click();
  await expect(page.getByText('23 linhas comparadas, 23 diferenças')).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText('vendida-fora-1', { exact: true })).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await page.getByRole('link', { name: 'Trazer linhas deste servidor' }).click();
  await expect(page.getByRole('dialog', { name: 'Trazer linhas de XUI São Paulo?' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Ler o servidor' }).click();
  await expect(page.getByText('Nada é criado ainda', { exact: false })).toBeVisible({
    timeout: 30_000,
  });
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('23 a trazer')).toBeVisible();
  await page.getByRole('button', { name: 'Trazer', exact: true }).click();
  await page.getByRole('button', { name: 'Sim, trazer' }).click();
  await expect(page.getByText('23 vieram')).toBeVisible({ timeout: 30_000 });
  await page.goto(`${demo.url}/line-servers`);
  await page.getByRole('button', { name: /^Ver diferenças.*XUI São Paulo/ }).click();
  await page.getByRole('button', { name: 'Comparar agora' }).click();
  await expect(page.getByText('23 linhas comparadas, nada difere')).toBeVisible({
    timeout: 30_000,
  });
  await page.goto(`${demo.url}/panel-imports`);
  await page.getByRole('button', { name: /^Abrir XUI São Paulo/ }).click();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByRole('button', { name: 'Sim, desfazer' }).click();
  await expect(page.getByText('23 desfeitas')).toBeVisible({ timeout: 30_000 });
  await page.goto(`${demo.url}/line-servers`);
  await page.getByRole('button', { name: /^Ver diferenças.*XUI São Paulo/ }).click();
  await page.getByRole('button', { name: 'Comparar agora' }).click();
  await expect(page.getByText('23 linhas comparadas, 23 diferenças')).toBeVisible({
    timeout: 30_000,
  });

  await page.setViewportSize(PHONE);
  await expectAccessibleInBothSchemes(page);
  await page.goto(`${demo.url}/line-servers`);
  await expect(page.getByText('XUI São Paulo')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.goBack();
  await page.setViewportSize({ width: 1280, height: 860 });

  await page.getByRole('checkbox', { name: /página/ }).check();
  await page.getByRole('button', { name: 'Selecionar os 23 que correspondem' }).click();
  const bar = page.getByRole('region', { name: 'Selecionados' });
  await bar.getByRole('button', { name: 'Excluir no servidor' }).click();
  await expect(page.getByText('23 diferenças', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sim, excluir' }).click();
  await expect(page.getByText('23 resolvidas')).toBeVisible({ timeout: 30_000 });
  await expectAccessibleInBothSchemes(page);
  expect(xui.lines.size).toBe(0);
  expect(errors).toEqual([]);
});
