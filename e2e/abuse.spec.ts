/**
 * Two households use the same line of the demo. The admin reads why the line is suspect and blocks
 * it. Then its owner unblocks it, which gives the line a new password. The old password no longer
 * plays.
 */
import type { Page } from '@playwright/test';
import {
  collectErrors,
  expectAccessible,
  expectAccessibleInBothSchemes,
} from './support/screen-checks.ts';
import { openAs, PHONE } from './support/accounts.ts';
import { expect, test } from './support/server.ts';

test.use({ actionTimeout: 15_000 });

const shared = (owner: string, page: Page) =>
  page.getByRole('row').filter({ hasText: owner }).filter({ hasText: 'Dois endereços' });

const window_ = (page: Page) => page.getByRole('dialog', { name: 'Identificação' });

interface Login {
  readonly username: string;
  readonly password: string;
}

/** Signs in as an app does. Returns the status of the line, or `refused` for a wrong password. */
async function signsIn(page: Page, url: string, login: Login) {
  const answer = await page.request.get(`${url}/player_api.php`, { params: { ...login } });
  const { user_info: userInfo } = (await answer.json()) as {
    user_info: { auth: number; status?: string };
  };
  return userInfo.auth === 1 ? userInfo.status : 'refused';
}

test('a suspect line is examined and blocked, its owner unblocks it, and the new password plays', async ({
  browser,
  demo,
}) => {
  test.setTimeout(180_000);
  const admin = await openAs(browser, demo.url, 'admin');
  const errors = collectErrors(admin);
  await admin.goto(`${demo.url}/double-access`);
  await admin.getByRole('link', { name: 'Abuso Detectado' }).click();
  const line = shared('loja-norte', admin);
  const login = {
    username: await line.locator('[data-line-name]').innerText(),
    password: await line.locator('[data-line-password]').innerText(),
  };
  expect(await signsIn(admin, demo.url, login)).toBe('Active');
  await expectAccessibleInBothSchemes(admin);

  await line.getByRole('button', { name: /^Detalhes/ }).click();
  const window = window_(admin);
  await expect(window.getByText(/^Dois endereços .* em \d+ momentos/)).toBeVisible();
  await expect(window.getByText('1–20 de 24 acessos')).toBeVisible();
  await expectAccessibleInBothSchemes(admin);
  await window.getByRole('button', { name: 'Como funciona?' }).click();
  await expect(window.getByText(/^O AID identifica cada acesso/)).toBeVisible();
  await window.getByRole('button', { name: 'Página 2' }).click();
  await window
    .getByRole('button', { name: /^Double Check/ })
    .first()
    .click();
  await expect(
    window.getByText(/^Enquanto este acesso durou: \d+ acessos, de 2 endereços/),
  ).toBeVisible();
  await expectAccessible(admin);
  await window.getByRole('button', { name: 'Voltar' }).click();
  await expect(window.getByText('21–24 de 24 acessos')).toBeVisible();
  await window.getByRole('button', { name: 'Bloquear' }).click();
  await admin.getByRole('button', { name: 'Sim, bloquear' }).click();
  await expect(line).toHaveCount(0);
  expect(await signsIn(admin, demo.url, login)).not.toBe('Active');
  expect(errors).toEqual([]);

  const owner = await openAs(browser, demo.url, 'loja-norte');
  await owner.goto(`${demo.url}/users-iptv`);
  await owner.getByRole('link', { name: 'Bloqueados por Abuso' }).click();
  const blocked = owner.getByRole('row').filter({ hasText: login.username });
  await blocked.getByRole('button', { name: /^Detalhes/ }).click();
  await expect(window_(owner).getByText('Bloqueado por abuso')).toBeVisible();
  await expect(window_(owner).getByRole('button', { name: /^Double Check/ })).toHaveCount(0);
  await window_(owner).getByRole('button', { name: 'Desbloquear Usuário' }).click();
  await expect(owner.getByText('A senha muda:')).toBeVisible();
  await owner.getByRole('button', { name: 'Sim, desbloquear' }).click();
  const receipt = owner.getByRole('dialog', { name: 'Desbloqueado com senha nova' });
  await expect(receipt).toBeVisible();
  await expectAccessible(owner);
  await receipt.getByRole('button', { name: 'Fechar' }).first().click();
  await expect(blocked).toHaveCount(0);

  await owner.getByRole('link', { name: 'Todos' }).click();
  await owner.getByRole('searchbox').fill(login.username);
  const free = owner.getByRole('row').filter({ hasText: login.username });
  await expect(free.getByText('Ativo')).toBeVisible();
  const password = await free.locator('[data-line-password]').innerText();
  expect(await signsIn(owner, demo.url, login)).toBe('refused');
  expect(await signsIn(owner, demo.url, { ...login, password })).toBe('Active');
});

test('on a phone the lists are cards and the dialog is not wider than the screen', async ({
  browser,
  demo,
}) => {
  test.setTimeout(120_000);
  const admin = await openAs(browser, demo.url, 'admin', { viewport: PHONE });
  for (const tab of ['suspect', 'blocked']) {
    await admin.goto(`${demo.url}/double-access?${tab}=true`);
    const details = admin.getByRole('button', { name: /^Detalhes/ }).first();
    await expect(details).toBeVisible();
    await expectAccessibleInBothSchemes(admin);
    await details.click();
    await expect(window_(admin).getByText(/^Dois endereços/)).toBeVisible();
    await expectAccessibleInBothSchemes(admin);
  }
});
