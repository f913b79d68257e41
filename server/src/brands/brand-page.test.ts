/** Tests the built page of the panel after a brand was inserted. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Brand } from '@ramal/contract/brands/brands';
import { expect, it } from 'vitest';
import { accentFamily } from '@ramal/contract/brands/accent-family';
import { renderBrandPage } from './brand-page.ts';

const page = await readFile(path.resolve(import.meta.dirname, '../../../panel/index.html'), 'utf8');

const brand: Brand = {
  key: 'aurora.localhost',
  name: 'Aurora',
  title: 'Aurora & "Filhos" d\'Água </title><script>alert(1)</script> $& $1',
  favicon: '/brand-files/mark.svg?v=1',
  logo: '',
  background: '/background.svg',
  colors: { light: accentFamily('#7b2fa0', 'light'), dark: accentFamily('#7b2fa0', 'dark') },
  forceLight: true,
};

/** Decodes an attribute as a browser does. */
const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

it('contains title, favicon, colour scheme and the whole brand', () => {
  const rendered = renderBrandPage(page, brand);
  expect(rendered).toContain('<html lang="pt-BR" data-mantine-color-scheme="light">');
  expect(rendered).toContain(`<link rel="icon" href='/brand-files/mark.svg?v=1' />`);
  expect(rendered).not.toContain('/mark.svg"');
  expect(unescaped(/<title>(.*?)<\/title>/.exec(rendered)![1]!)).toBe(brand.title);
  const brandJson = /<meta name="ramal-brand" content='([^']*)' \/>/.exec(rendered)![1]!;
  expect(JSON.parse(unescaped(brandJson))).toEqual(brand);
});

it('adds no script, whatever the brand’s texts contain', () => {
  const count = (html: string) => html.match(/<script/g)?.length;
  expect(count(renderBrandPage(page, brand))).toBe(count(page));
});

it('keeps the icon of the default brand and the stored colour scheme', () => {
  const defaultPage = renderBrandPage(page, {
    ...brand,
    key: 'ramal',
    title: 'Ramal',
    favicon: '',
    forceLight: false,
    colors: null,
  });
  expect(defaultPage).toContain('data-mantine-color-scheme="dark"');
  expect(defaultPage).toContain('href="/mark.svg"');
});

it('rejects a page without a placeholder for the brand', () => {
  expect(() => renderBrandPage(page.replace('<title>Ramal</title>', ''), brand)).toThrow('<title>');
});
