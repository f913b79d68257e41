/**
 * An admin replaces the key of the demo, proves the new key, makes a backup, restores it in a drill
 * and downloads it.
 */
import { readFile } from 'node:fs/promises';
import { openAs } from './support/accounts.ts';
import { collectErrors, expectAccessible } from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

test('an admin creates a key, a backup and a drill, and downloads the file', async ({
  browser,
  demo,
}) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, demo.url, 'admin', { viewport: { width: 1280, height: 900 } });
  const errors = collectErrors(page);
  await page.goto(`${demo.url}/view-backups`);
  await expect(page.getByText('perde-se tudo')).toBeVisible();
  await page.getByRole('button', { name: 'Trocar', exact: true }).click();
  const [key] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Criar uma chave e baixar o arquivo' }).click(),
  ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar chave' }).click();
  const proof = page.getByRole('dialog', { name: 'Comprovar a chave' });
  await proof.getByLabel('Escolha o arquivo da chave').setInputFiles(await key.path());
  await expect(proof.getByRole('textbox', { name: 'Palavra' })).toHaveValue(/^[0-9a-f]{10}$/);
  await expectAccessible(page);
  await proof.getByRole('button', { name: 'Comprovar' }).click();
  await expect(page.getByText('Chave comprovada', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Fazer cópia agora' }).click();
  await expect(page.getByText(/^Backup feito: ramal-/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Testar restauração' }).click();
  await expect(page.getByText('Ensaio: 14 de 14 respostas certas').first()).toBeVisible({
    timeout: 60_000,
  });
  // No remote store is configured, so the drill uses the copy on this machine. The page warns that
  // losing the machine would lose all data.
  await expect(page.getByText(/^Medido em .* com a cópia desta máquina/)).toBeVisible();
  await expect(page.getByText('perde-se tudo')).toBeVisible();
  await expectAccessible(page);
  const [copy] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^ramal-.*\.age$/ })
      .first()
      .click(),
  ]);
  const bytes = await readFile(await copy.path());
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  expect(errors).toEqual([]);
});
