import type { Page } from '@playwright/test';
import { generate } from 'otplib';
import { callApiOk } from './accounts.ts';
import { DEMO_PASSWORD, expect } from './server.ts';
import { nowSeconds } from './storefront.ts';

const STEP_SECONDS = 30;
/** Seconds in which a test submits a code, on a busy machine too. */
const SUBMIT_SECONDS = 20;

/**
 * Authenticator of a test. The server accepts the previous, the current and the next time step, and
 * each of them only once. Therefore every code belongs to a later step than the code before it. The
 * first code belongs to the oldest step that stays valid long enough, so that a test seldom waits
 * for the clock.
 */
export class Authenticator {
  readonly secret: string;
  private step = 0;

  constructor(secret: string) {
    this.secret = secret;
  }

  async nextCode(): Promise<string> {
    this.step = Math.max(this.step + 1, stepAt(nowSeconds() + SUBMIT_SECONDS) - 1);
    while (this.step > stepAt(nowSeconds()) + 1)
      await new Promise((later) => setTimeout(later, 500));
    return generate({ secret: this.secret, epoch: this.step * STEP_SECONDS });
  }
}

const stepAt = (seconds: number): number => Math.floor(seconds / STEP_SECONDS);

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.locator('[data-code-field] input:not([type="hidden"])').first().click();
  await page.keyboard.type(code);
}

/** Sets up an authenticator for an account of the demo through the API. */
export async function enrolByApi(page: Page): Promise<Authenticator> {
  const { secret } = await callApiOk(page, '/api/enable2fa', { current_password: DEMO_PASSWORD });
  const phone = new Authenticator(String(secret));
  await callApiOk(page, '/api/confirmConfig2fa', { secret, token: await phone.nextCode() });
  return phone;
}

/** Sets up an authenticator for an account of the demo on its own screen. */
export async function setUpSecondFactor(
  page: Page,
  url: string,
): Promise<{ phone: Authenticator; recoveryCodes: readonly string[] }> {
  await page.goto(`${url}/me`);
  await page.getByRole('button', { name: 'Configurar 2FA' }).click();
  await page.getByLabel('Senha atual', { exact: true }).last().fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sim, configurar' }).click();
  const secret = await page
    .getByRole('button', { name: /Ou digite a chave/ })
    .getAttribute('title');
  const phone = new Authenticator(secret!);
  await typeCode(page, await phone.nextCode());
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(
    page.getByText('O seu 2FA agora está configurado e validado em sua conta!'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Entendi' }).click();
  const recoveryCodes = await page.locator('[data-recovery-codes] li').allTextContents();
  await page.getByRole('button', { name: 'Guardei os códigos' }).click();
  return { phone, recoveryCodes };
}
