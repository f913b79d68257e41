/**
 * The tree of accounts in the real product. A network is created, blocked while its users work,
 * deleted and restored. The last tests cover the screen of the tree, on a desktop and level by
 * level on a phone.
 */
import type { APIRequestContext, Page } from '@playwright/test';
import { PHONE, callApi, chooseRadio, openAs, signIn } from './support/accounts.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

test.use({ actionTimeout: 20_000 });

interface Login {
  readonly username: string;
  readonly password: string;
}

const choose = async (page: Page, reseller: string, act: string): Promise<void> => {
  await page.getByRole('button', { name: `Ações de ${reseller}` }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
};

async function plays(request: APIRequestContext, url: string, line: Login): Promise<boolean> {
  const answer = await request.get(`${url}/player_api.php`, { params: { ...line } });
  const { user_info } = await answer.json();
  return user_info.auth === 1 && user_info.status === 'Active';
}

async function register(page: Page, username: string, credits: number): Promise<void> {
  const created = await callApi(page, '/api/reg-users', {
    username,
    password: DEMO_PASSWORD,
    credits,
    email: '5511955550101',
  });
  expect(created.status).toBe(200);
}

test('a network is moved, blocked, deleted with its accounts and lines, and restored', async ({
  browser,
  demo,
  request,
}) => {
  test.setTimeout(120_000);
  const admin = await openAs(browser, demo.url, 'admin');
  await register(admin, 'matriz', 20);
  await register(admin, 'filial', 15);
  await admin.goto(`${demo.url}/list-resellers?search=filial`);
  await admin.getByRole('button', { name: 'Editar: filial' }).click();
  const owner = admin.getByRole('combobox', { name: 'Dono' });
  await owner.fill('matriz');
  await admin.getByRole('option', { name: /matriz/ }).click();
  await admin.getByRole('button', { name: 'Salvar' }).click();
  await expect(admin.getByRole('alertdialog')).toContainText('passa a ficar abaixo de matriz');
  await admin.getByRole('button', { name: 'Sim, alterar' }).click();
  await expect(admin.getByRole('alertdialog')).toHaveCount(0);
  await expect(admin.getByRole('row', { name: /filial/ })).toContainText('matriz');

  const below = await openAs(browser, demo.url, 'filial');
  const { body: line } = await callApi(below, '/api/users-iptv', {
    isOficial: true,
    package: 1,
    credits: 1,
    nota: 'Cliente da filial',
  });
  const login = { username: String(line.username), password: String(line.password) };
  expect(await plays(request, demo.url, login)).toBe(true);
  await below.goto(`${demo.url}/users-iptv`);
  await expect(below.getByText('Cliente da filial').first()).toBeVisible();

  await admin.goto(`${demo.url}/list-resellers?search=matriz`);
  await choose(admin, 'matriz', 'Bloquear Rede');
  await admin.getByLabel('Motivo', { exact: true }).fill('Venda fora da região combinada');
  await admin.getByRole('button', { name: 'Sim, bloquear' }).click();
  await expect(admin.getByText('matriz · 2 contas')).toBeVisible();
  // The block ends the session of a working user at the next request. The page itself may send this
  // request. Customers continue to watch.
  await below.goto(`${demo.url}/dashboard`);
  await below.waitForURL('**/login**');
  expect(await plays(request, demo.url, login)).toBe(true);

  await choose(admin, 'matriz', 'Desbloquear Rede');
  await admin.getByLabel('Motivo', { exact: true }).fill('Região acertada com a matriz');
  await admin.getByRole('button', { name: 'Sim, desbloquear' }).click();
  await expect(admin.getByText('matriz · 2 contas').last()).toBeVisible();
  await signIn(below, demo.url, 'filial', DEMO_PASSWORD);

  await choose(admin, 'matriz', 'Deletar Painel e Rede C/Clientes');
  const window = admin.getByRole('dialog');
  await expect(window).toContainText('2 revendas deixam de existir');
  await expect(window).toContainText('1 linha: 1 ativa para de funcionar agora');
  await expect(window).toContainText('34 créditos voltam para a administração');
  const yes = window.getByRole('button', { name: 'Sim, deletar' });
  await yes.click();
  await admin.getByRole('button', { name: 'Entendi' }).click();
  await expect(window).toContainText('Digite matriz para confirmar.');
  await window.getByLabel('Digite matriz para confirmar').fill('matriz');
  await yes.click();
  await expect(admin.getByText('matriz · 1 linha')).toBeVisible();
  expect(await plays(request, demo.url, login)).toBe(false);
  await below.reload();
  await below.waitForURL('**/login**');

  await chooseRadio(admin.getByRole('radio', { name: 'Excluídas' }));
  await choose(admin, 'matriz', 'Restaurar');
  await admin.getByRole('button', { name: 'Sim, restaurar' }).click();
  await expect(admin.getByText('2 revendas · 1 linha · 34 créditos')).toBeVisible();
  expect(await plays(request, demo.url, login)).toBe(true);
  await signIn(below, demo.url, 'filial', DEMO_PASSWORD);
  await expect(below.getByRole('banner').locator('b')).toContainText('14');

  await admin.goto(`${demo.url}/log?search=matriz`);
  for (const text of [
    /Rede bloqueada.*Venda fora da região combinada/,
    /Rede desbloqueada.*Região acertada com a matriz/,
    /Revenda e sua rede excluídas/,
    /Exclusão desfeita/,
  ]) {
    await expect(admin.getByRole('row', { name: text }).first()).toBeVisible();
  }
  await admin.goto(`${demo.url}/log?search=filial&per_page=50`);
  await expect(admin.getByRole('row', { name: /Revenda movida de dono.*matriz/ })).toBeVisible();
});

test('the tree opens level by level, finds an account on a deep level, and shows its acts', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'master');
  await page.goto(`${demo.url}/list-resellers?view=tree`);
  const panel = page.getByRole('region', { name: 'Revenda escolhida' });
  const level = (parent: string) => page.getByRole('list', { name: `Abaixo de ${parent}` });
  await page
    .getByRole('list', { name: 'Primeiro nível' })
    .getByRole('button', { name: 'loja-norte' })
    .click();
  await level('loja-norte').getByRole('button', { name: 'loja-centro' }).click();
  await expect(level('loja-centro').getByRole('button', { name: 'loja-bairro' })).toBeVisible();
  await expect(panel).toContainText('abaixo de loja-norte');

  await page.getByRole('searchbox').fill('bairro');
  await page.getByRole('list', { name: 'Encontradas' }).getByRole('button').click();
  await expect(panel.getByRole('heading', { name: 'loja-bairro' })).toBeVisible();
  await expect(panel).toContainText('abaixo de loja-centro');
  await panel.getByRole('button', { name: 'Movimentações' }).click();
  await expect(page.getByRole('dialog')).toContainText('loja-centro → loja-bairro');

  const phone = await openAs(browser, demo.url, 'master', { viewport: PHONE });
  await phone.goto(`${demo.url}/list-resellers?view=tree`);
  await phone.getByRole('button', { name: /loja-norte/ }).click();
  await phone.getByRole('button', { name: /loja-centro/ }).click();
  await expect(phone.getByRole('button', { name: /loja-bairro/ })).toBeVisible();
  await phone.getByRole('button', { name: 'loja-norte', exact: true }).click();
  await expect(phone.getByRole('list', { name: 'Abaixo de loja-norte' })).toContainText(
    'loja-centro',
  );
});
