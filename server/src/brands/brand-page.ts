/**
 * Inserts a brand into the panel's page, so that title, favicon and colour scheme are right when
 * the page first appears. The brand is data in a meta element. No script is added, so the content
 * security policy can forbid inline scripts.
 */
import type { Brand } from '@ramal/contract/brands/brands';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;' };
/**
 * Escapes text and the values of attributes in single quotes. Single quotes are used because JSON
 * contains many double quotes.
 */
export const escapeAttribute = (text: string): string =>
  text.replace(/[&<>']/g, (character) => escapes[character]!);

/**
 * Returns the page with the brand. Throws if the page lacks a placeholder, so that the server does
 * not start with a broken page.
 */
export function renderBrandPage(page: string, brand: Brand): string {
  const { title, favicon, forceLight } = brand;
  const head = `<title>${escapeAttribute(title)}</title>\n    <meta name="ramal-brand" content='${escapeAttribute(JSON.stringify(brand))}' />`;
  const icon = favicon && `<link rel="icon" href='${escapeAttribute(favicon)}' />`;
  const scheme = `data-mantine-color-scheme="${forceLight ? 'light' : 'dark'}"`;
  const titled = fill(page, /<title>[^<]*<\/title>/, head);
  return fill(
    fill(titled, /data-mantine-color-scheme="dark"/, scheme),
    /<link rel="icon"[^>]*>/,
    icon,
  );
}

/** Replaces the placeholder. Empty text leaves the placeholder unchanged. */
function fill(page: string, pattern: RegExp, text: string): string {
  if (!pattern.test(page)) throw new Error(`the panel's index.html has no ${pattern.source}`);
  return page.replace(pattern, (match) => text || match);
}
