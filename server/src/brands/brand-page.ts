/**
 * The panel's page as a host shows it: title, favicon, scheme and the whole brand stand in it before
 * the first paint, as text the panel reads. Nothing in it runs, so the content policy stays as strict.
 */
import type { Brand } from '@ramal/contract/brands';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;' };
/** For text, and for attributes in single quotes: JSON is full of the double ones. */
const escaped = (text: string): string =>
  text.replace(/[&<>']/g, (character) => escapes[character]!);

/** Throws where the page no longer has a place it fills: that stops the start, not a visitor. */
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

/** Empty text leaves what stands there. */
function fill(page: string, place: RegExp, text: string): string {
  if (!place.test(page)) throw new Error(`the panel's index.html has no ${place.source}`);
  return page.replace(place, (found) => text || found);
}
