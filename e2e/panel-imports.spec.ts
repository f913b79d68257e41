/**
 * An admin imports a dump of another panel and undoes the import. The test runs on a desktop and on
 * a phone.
 */
import type { Page } from '@playwright/test';
import { DESKTOP, PHONE, signIn } from './support/accounts.ts';
import { collectErrors, expectAccessibleInBothSchemes } from './support/screen-checks.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

/**
 * Returns a dump with two resellers, of which one is the parent of the other. It has forty lines,
 * one of them without an expiry.
 */
const dumpOf = (name: string): string => `
CREATE TABLE \`users\` (\`id\` int, \`username\` text, \`password\` text, \`email\` text, \`member_group_id\` int,
  \`credits\` float, \`status\` int, \`owner_id\` int);
INSERT INTO \`users\` VALUES (5,'${name}-mae','x','',2,40,1,0),(6,'${name}-filha','x','',2,2.5,1,5);
CREATE TABLE \`users_packages\` (\`id\` int, \`package_name\` text, \`is_trial\` int, \`max_connections\` int);
INSERT INTO \`users_packages\` VALUES (3,'Completo de lá',0,2);
CREATE TABLE \`lines\` (\`id\` int, \`member_id\` int, \`username\` text, \`password\` text, \`exp_date\` int,
  \`admin_enabled\` int, \`enabled\` int, \`bouquet\` text, \`is_trial\` int, \`package_id\` int);
INSERT INTO \`lines\` VALUES ${Array.from(
  { length: 40 },
  (_, n) =>
    `(${n + 1},${n % 2 ? 5 : 6},'${name}-${n + 1}','senha-1',${n === 39 ? 'NULL' : '1924992000'},1,1,'[1]',0,3)`,
).join(',')};
`;

async function send(page: Page, name: string): Promise<void> {
  await page.getByLabel('Painel de origem').fill(`XUI ${name}`);
  const buffer = Buffer.from(dumpOf(name));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'xui.sql', mimeType: 'application/sql', buffer });
  await expect(page.getByText('Completo de lá')).toBeVisible();
}

for (const { name, viewport } of [
  { name: 'desktop', viewport: DESKTOP },
  { name: 'phone', viewport: PHONE },
]) {
  test(`moves in and undoes it, on a ${name}`, async ({ demo, browser }) => {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    const errors = collectErrors(page);
    await signIn(page, demo.url, 'admin', DEMO_PASSWORD);
    await page.goto(`${demo.url}/panel-imports`);
    await send(page, name);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('combobox', { name: 'O que é «Completo de lá»' }).click();
    await page.getByRole('option').nth(1).click();
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(page.getByText('39 a trazer · 1 de fora')).toBeVisible();
    await expect(page.getByText('Linha: Não tem vencimento.')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'Trazer', exact: true }).click();
    await page.getByRole('button', { name: 'Sim, trazer' }).click();
    await expect(page.getByText('39 vieram · 1 de fora')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByRole('button', { name: 'Sim, desfazer' }).click();
    await expect(page.getByText('1 de fora · 39 desfeitas')).toBeVisible({ timeout: 30_000 });
    expect(errors).toEqual([]);
  });
}
