/**
 * Applies the parts of a brand outside React: colours, colour scheme, title and favicon. Runs once,
 * before the first paint.
 */
import type { Brand, BrandColors } from '@ramal/contract/brands/brands';
import { showThemeColor } from '../foundation/theme/color-scheme.ts';

const tokens: Record<keyof BrandColors, string> = {
  accent: '--accent',
  accentHover: '--accent-hover',
  accentInk: '--accent-ink',
  accentSoft: '--accent-soft',
  accentLine: '--accent-line',
  sel: '--sel',
  ring: '--ring',
};

export function showBrand({ colors, forceLight, title, favicon }: Brand): void {
  // In production the server has already written title, favicon and scheme into the page. A page
  // from Vite contains only the defaults, so they are set here.
  document.title = title;
  if (favicon) document.querySelector('link[rel="icon"]')?.setAttribute('href', favicon);
  if (forceLight) {
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
    showThemeColor('light');
  }
  if (!colors) return;
  // A constructed style sheet applies after theme.css and overrides its colours. The content
  // security policy permits such style sheets.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:root{${family(colors.dark)}}\n:root[data-mantine-color-scheme='light']{${family(colors.light)}}`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

const family = (colors: BrandColors): string =>
  Object.entries(tokens)
    .map(([name, token]) => `${token}:${colors[name as keyof BrandColors]}`)
    .join(';');
