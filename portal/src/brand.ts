/** Brand of the host. The server writes it into the page. */
import type { Brand } from '@ramal/contract/brands/brands';

const defaultBrand = { name: 'Ramal', logo: '', colors: null, forceLight: false };

export type ShownBrand = Pick<Brand, 'name' | 'logo' | 'colors' | 'forceLight'>;

function findBrand(): ShownBrand {
  const written = document.querySelector<HTMLMetaElement>('meta[name="ramal-brand"]')?.content;
  return written ? (JSON.parse(written) as Brand) : defaultBrand;
}

export const readBrandName = (): string => findBrand().name;

/** Returns the brand, and gives the page its colours. */
export function readBrand(): ShownBrand {
  const brand = findBrand();
  if (brand.forceLight) document.documentElement.dataset.scheme = 'light';
  if (brand.colors) {
    const { light, dark } = brand.colors;
    const family = ({ accent, ring }: typeof light) => `--accent:${accent};--ring:${ring}`;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      brand.forceLight
        ? `:root{${family(light)}}`
        : `:root{${family(light)}}@media (prefers-color-scheme:dark){:root{${family(dark)}}}`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  return brand;
}
