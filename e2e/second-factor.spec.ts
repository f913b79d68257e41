/** An authenticator from its QR code to the day the phone is lost, in the real product. */
import { type Page } from '@playwright/test';
import { generate } from 'otplib';
import { PHONE, signIn } from './people.ts';
import { DEMO_PASSWORD, expect, test } from './product.ts';

/** A step of the authenticator is good once: every code is of the next one. */
class Phone {
  readonly secret: string;
  private steps = 0;

  constructor(secret: string) {
    this.secret = secret;
  }

  async nextCode(): Promise<string> {
    const now = Math.floor(Date.now() / 1000 / 30);
    this.steps = Math.max(this.steps + 1, now);
    // A step ahead is taken, two are not: wait for its time.
    while (this.steps > Math.floor(Date.now() / 1000 / 30) + 1)
      await new Promise((later) => setTimeout(later, 500));
    return generate({ secret: this.secret, epoch: this.steps * 30 });
  }
}

const typeCode = async (page: Page, code: string) => {
  await page.locator('.code-field input:not([type="hidden"])').first().click();
  await page.keyboard.type(code);
};

async function startSigningIn(page: Page, url: string, username: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Usuário').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill(DEMO_PASSWORD);
  await expect(page.getByText('Verificado: você não é um robô')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Logar' }).click();
}

test('is set up, asked for at sign-in, replaced by a recovery code, and switched off', async ({
  page,
  demo,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize(PHONE);
  await signIn(page, demo.url, 'loja-norte', DEMO_PASSWORD);
  await page.goto(`${demo.url}/me`);
  await page.getByRole('button', { name: 'Configurar 2FA' }).click();
  const secret = await page.getByRole('button', { name: /Ou digite a chave/ }).getAttribute('title');
  const phone = new Phone(secret!);
  await typeCode(page, await phone.nextCode());
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(
    page.getByText('O seu 2FA agora está configurado e validado em sua conta!'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Entendi' }).click();
  const codes = await page.locator('.recovery-codes li').allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'Guardei os códigos' }).click();

  await page.evaluate(() => localStorage.clear());
  await startSigningIn(page, demo.url, 'loja-norte');
  await typeCode(page, await phone.nextCode());
  await page.getByRole('button', { name: 'Logar' }).click();
  await page.waitForURL('**/dashboard');

  await page.evaluate(() => localStorage.clear());
  for (const expected of ['entra', 'não entra mais'] as const) {
    await startSigningIn(page, demo.url, 'loja-norte');
    await page.getByRole('button', { name: /código de recuperação/ }).click();
    await page.getByLabel('Código de recuperação').fill(codes[0]!);
    await page.getByRole('button', { name: 'Logar' }).click();
    if (expected === 'entra') {
      await page.waitForURL('**/dashboard');
      await page.evaluate(() => localStorage.clear());
    } else await expect(page.getByText('Código de 2 fatores incorreto.')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Entendi' }).click();

  await startSigningIn(page, demo.url, 'loja-norte');
  await typeCode(page, await phone.nextCode());
  await page.getByRole('button', { name: 'Logar' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(`${demo.url}/me`);
  await expect(page.getByText('9 códigos de recuperação sobram.')).toBeVisible();
  await page.getByRole('button', { name: 'Desligar' }).click();
  await typeCode(page, await phone.nextCode());
  await page.getByRole('button', { name: 'Sim, desligar' }).click();
  await expect(page.getByRole('button', { name: 'Configurar 2FA' })).toBeVisible();
});
