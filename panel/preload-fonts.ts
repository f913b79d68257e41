/** Fetches the fonts together with the scripts, so that no text changes its width after it is drawn. */
import type { Plugin } from 'vite';

/**
 * Passwords and user names stand in it. Every fixed-width font is six tenths as wide as it is high, so that
 * nothing moves when this one comes after its text.
 */
const isLaterFont = (file: string): boolean => /mono[^/]*\.woff2$/.test(file);

export const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2') && !isLaterFont(file))
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
