/** What people do on several journeys. */
import type { Page } from '@playwright/test';
import { expect } from './product.ts';

export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

/** Types name and password, waits for the human check as a person does, and enters. */
export async function signIn(
  page: Page,
  url: string,
  username: string,
  password: string,
): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Usuário').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await expect(page.getByText('Verificado: você não é um robô')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Logar' }).click();
  await page.waitForURL('**/dashboard');
}

export async function choosePackage(page: Page, name = 'Completo, 1 tela'): Promise<void> {
  await page.getByRole('combobox', { name: 'Pacote' }).click();
  await page.getByRole('option', { name }).click();
}

/** The scheme as it is stored, without a click. */
export async function preferScheme(page: Page, scheme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript((stored) => localStorage.setItem('ramal.tema', stored), scheme);
}
