/**
 * Fetches the text's font together with the scripts, so that no text changes its width after it is drawn. In
 * the panel early.ts does it: a browser holds back the first drawing of a page for a font that the page names.
 */
import type { Plugin } from 'vite';
import { isTextFont } from './cut-fonts.ts';
import { PLACE_OF_EARLY_SCRIPT } from './early-start.ts';

export const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.includes(PLACE_OF_EARLY_SCRIPT)
        ? []
        : Object.keys(bundle)
            .filter(isTextFont)
            .map((file) => ({
              tag: 'link',
              attrs: {
                rel: 'preload',
                as: 'font',
                type: 'font/woff2',
                href: `/${file}`,
                crossorigin: '',
              },
              injectTo: 'head' as const,
            })),
  },
});
