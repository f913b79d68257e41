/**
 * Moves the style sheets of the page behind what index.html draws by itself. A browser draws what stands
 * before a sheet while the sheet is on its way, and runs no module before all sheets have come.
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
