/**
 * Moves the style sheets of the page after the elements that index.html draws without a script. A
 * browser draws the elements before a style sheet while it loads, and runs no module before all
 * style sheets are loaded.
 */
import type { Plugin } from 'vite';

const SHEETS = /\s*<link rel="stylesheet"[^>]*>/g;
const PLACE = '<!-- styles -->';

export const stylesBehindStart = (): Plugin => ({
  name: 'styles-behind-start',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      if (!html.includes(PLACE)) return html;
      const sheets = html.match(SHEETS) ?? [];
      return html.replaceAll(SHEETS, '').replace(PLACE, () => sheets.join('').trim());
    },
  },
});
