/**
 * Limits of sub-resellers, a top-up, and its records: the movements as a spreadsheet, the lines due
 * today, statement, reports and log.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { callApi, choosePackage, chooseRadio, openAs } from './support/accounts.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

test.use({ actionTimeout: 20_000 });

const choose = async (page: Page, reseller: string, act: string): Promise<void> => {
  await page.getByRole('button', { name: `Ações de ${reseller}` }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
};

const balanceOf = async (page: Page): Promise<number> =>
  Number(
    (await page.getByRole('banner').locator('b').innerText()).replace('.', '').replace(',', '.'),
  );

test('an act above a limit is refused with its reason, and a top-up appears in the records', async ({
  browser,
  demo,
}) => {
  test.setTimeout(120_000);
  const master = await openAs(browser, demo.url, 'master');
  await callApi(master, '/api/reg-users', {
    username: 'ponto-novo',
    password: DEMO_PASSWORD,
    credits: 5,
    email: '5511955550102',
  });
  await master.goto(`${demo.url}/list-resellers`);
  await choose(master, 'ponto-novo', 'Limites');
  const limits = master.getByRole('dialog');
  await limits.getByRole('switch', { name: 'Limitar: Testes por dia' }).check({ force: true });
  await limits.getByRole('textbox', { name: 'Testes por dia' }).fill('2');
  await limits.getByRole('switch', { name: 'Limitar: Plataformas' }).check({ force: true });
  await limits.getByRole('checkbox', { name: 'P2P', exact: true }).uncheck({ force: true });
  await limits.getByRole('button', { name: 'Salvar' }).click();
  await master.getByRole('button', { name: 'Sim, salvar' }).click();
  await expect(limits).toHaveCount(0);

  const child = await openAs(browser, demo.url, 'ponto-novo');
  await child.goto(`${demo.url}/dashboard`);
  await expect(child.getByRole('link', { name: 'Listagem de Revendas' })).toBeVisible();
  await expect(child.getByText('IPTV', { exact: true }).first()).toBeVisible();
  await expect(child.getByText('P2P', { exact: true })).toHaveCount(0);
  for (const nota of ['Primeiro', 'Segundo']) {
    const created = await callApi(child, '/api/users-iptv', { isOficial: false, package: 1, nota });
    expect(created.status).toBe(200);
  }
  await child.goto(`${demo.url}/user-iptv?kind=test`);
  await child.getByLabel('Anotações').fill('Terceiro');
  await choosePackage(child);
  await child.getByRole('button', { name: /Adicionar/ }).click();
  await expect(child.getByRole('alertdialog')).toContainText(
    'Limite de 2 testes por dia atingido, definido por master.',
  );

  await master.getByRole('button', { name: 'Créditos Add: ponto-novo' }).click();
  await master.getByLabel('Créditos', { exact: true }).fill('12');
  await master.getByLabel('Valor unitário').fill('6,50');
  await master.getByLabel('Motivo').fill('Pix recebido no balcão');
  await master.getByRole('button', { name: 'Adicionar 12 créditos' }).click();
  await expect(master.getByText('saldo de ponto-novo: 17')).toBeVisible();

  await choose(master, 'ponto-novo', 'Movimentações');
  const movements = master.getByRole('dialog');
  await movements.getByRole('searchbox').fill('balcão');
  await expect(movements.getByText('1 movimentação')).toBeVisible();
  const row = movements.getByRole('row', { name: /balcão/ });
  await expect(row).toContainText('+12');
  await expect(row).toContainText('master → ponto-novo');
  await expect(row).toContainText('5 → 17');
  const downloading = master.waitForEvent('download');
  await movements.getByRole('button', { name: 'Exportar Excel' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  const sheet = strFromU8(
    unzipSync(await readFile(await download.path()))['xl/worksheets/sheet1.xml']!,
  );
  expect(sheet.match(/<row/g)).toHaveLength(2);
  expect(sheet).toContain('Pix recebido no balcão');
  expect(sheet).toContain('ponto-novo');

  await master.goto(`${demo.url}/log?search=ponto-novo`);
  await expect(master.getByRole('row', { name: /Limites alterados/ })).toBeVisible();
  await master.getByRole('button', { name: 'Tipo: Todos' }).click();
  await master.getByRole('menuitem', { name: 'Créditos' }).click();
  await expect(
    master.getByRole('row', { name: /ponto-novo Créditos adicionados: 12 créditos/ }),
  ).toBeVisible();
  await expect(master.getByRole('row', { name: /Limites alterados/ })).toHaveCount(0);
  await child.goto(`${demo.url}/log`);
  await chooseRadio(child.getByRole('radio', { name: 'Meus Logs' }));
  await expect(child.getByText('na sua própria conta')).toBeVisible();
  await expect(child.getByRole('row', { name: /Entrou no painel/ })).toBeVisible();
});

test('a customer whose line expires is renewed from the board', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'master');
  await page.goto(`${demo.url}/dashboard`);
  const card = page.locator('[data-due-person]', { hasText: 'Dona Célia' });
  await expect(card).toBeVisible();
  const before = await balanceOf(page);
  await card.getByRole('button', { name: 'Mais 30 dias para Dona Célia' }).click();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-toast]')).toContainText(/Dona Célia Renovado até /);
  await expect(card).toHaveCount(0);
  await expect.poll(() => balanceOf(page)).toBe(before - 1);
});

test('statement and reports contain the past months', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'master');
  await page.goto(`${demo.url}/extract?month=all`);
  const totals = page.getByRole('table', { name: 'Totais do período' });
  await expect(totals).toContainText('Recebido');
  await expect(totals).toContainText('Consumido');
  const months = await page
    .getByRole('table', { name: 'Extrato financeiro por mês' })
    .getByText(/^\d{2}\/20\d{2}$/)
    .allInnerTexts();
  expect(new Set(months).size).toBeGreaterThanOrEqual(2);

  await page.goto(`${demo.url}/reports`);
  const users = page.locator('section', {
    has: page.getByRole('heading', { name: 'Novos usuários' }),
  });
  await users.getByText('Ver números').click();
  const rows = await users.getByRole('row').allInnerTexts();
  expect(rows).toHaveLength(7);
  expect(
    rows.slice(1).filter((row) => /[1-9]/.test(row.replace(/\d{4}/, ''))).length,
  ).toBeGreaterThan(3);
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
});
