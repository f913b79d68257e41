/**
 * The panel's page for a host. Title, favicon, colour scheme and the whole brand are in it before
 * the first paint, as data for the panel. It adds no script, so the content security policy stays
 * strict.
 */
import type { Brand } from '@ramal/contract/brands/brands';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;' };
/** For text and for attributes in single quotes, as JSON is full of double quotes. */
const escaped = (text: string): string =>
  text.replace(/[&<>']/g, (character) => escapes[character]!);

/**
 * Throws when the page lacks a placeholder. That stops the start of the server instead of breaking a visit.
 */
export function renderBrandPage(page: string, brand: Brand): string {
  const { title, favicon, forceLight } = brand;
  const head = `<title>${escaped(title)}</title>\n    <meta name="ramal-brand" content='${escaped(JSON.stringify(brand))}' />`;
  const icon = favicon && `<link rel="icon" href='${escaped(favicon)}' />`;
  const scheme = `data-mantine-color-scheme="${forceLight ? 'light' : 'dark'}"`;
  const titled = fill(page, /<title>[^<]*<\/title>/, head);
  return fill(
    fill(titled, /data-mantine-color-scheme="dark"/, scheme),
    /<link rel="icon"[^>]*>/,
    icon,
  );
}

/** Empty text keeps the placeholder. */
function fill(page: string, pattern: RegExp, text: string): string {
  if (!pattern.test(page)) throw new Error(`the panel's index.html has no ${pattern.source}`);
  return page.replace(pattern, (match) => text || match);
}
