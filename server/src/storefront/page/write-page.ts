/**
 * Writes the page of a seller into the built HTML. The page contains its data, the brand, the time
 * zone and a description for messengers.
 */
import { withWireNames } from '@ramal/contract/api/translated';
import { accentFamily } from '@ramal/contract/brands/accent-family';
import { brandFileUrl } from '@ramal/contract/brands/brand-settings';
import type { Brand } from '@ramal/contract/brands/brands';
import { type StorefrontPage, storefrontPage } from '@ramal/contract/storefront/page';
import { escapeAttribute, renderBrandPage } from '../../brands/brands.ts';

export interface PageParts {
  readonly brand: Brand;
  readonly page: StorefrontPage | undefined;
  readonly timeZone: string;
}

export function writePage(html: string, { brand, page, timeZone }: PageParts): string {
  const meta = (name: string, content: string): string =>
    `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content='${escapeAttribute(content)}' />`;
  const metas = [
    meta('ramal-time-zone', timeZone),
    ...(page
      ? [
          meta('ramal-storefront', JSON.stringify(withWireNames(storefrontPage, page))),
          meta('description', page.sentence),
          meta('og:title', page.name),
          meta('og:description', page.sentence),
        ]
      : []),
  ];
  const shown = page ? dressBrand(brand, page) : brand;
  return renderBrandPage(html, shown).replace(
    '</head>',
    () => `  ${metas.join('\n    ')}\n  </head>`,
  );
}

/** Gives the page the seller's name, and its colour and logo unless the host has a brand with them. */
function dressBrand(brand: Brand, { name, accent, logo }: StorefrontPage): Brand {
  const colors =
    brand.colors === null && accent !== null
      ? { light: accentFamily(accent, 'light'), dark: accentFamily(accent, 'dark') }
      : brand.colors;
  const shownLogo = brand.logo || (logo ? brandFileUrl(logo) : '');
  return { ...brand, name, title: name, colors, logo: shownLogo };
}
