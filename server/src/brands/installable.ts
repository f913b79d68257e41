/**
 * Web app manifest and icons with which a browser installs the panel as an app. The host selects
 * the brand. Icons show the brand's image on its background colour. Sources of the members:
 * https://www.w3.org/TR/appmanifest/ and https://w3c.github.io/web-share-target/.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Brand } from '@ramal/contract/brands/brands';
import { pictureLibrary } from '../foundation/files/encode-picture.ts';
import type { Brands } from './find-brand.ts';

/** Sizes of icons in pixels. The home screen of iOS uses 180. */
export const ICON_SIZES = ['180', '192', '512'] as const;
export type IconSize = (typeof ICON_SIZES)[number];

const DEFAULT_ACCENT = '#4350d6';
const DARK_GROUND = '#0b0c0f';
const LIGHT_GROUND = '#f6f6f8';
/** Share of a maskable icon's side that every device shows. A device may cut off the rest. */
const SAFE_SHARE = 0.66;
const MAX_PIXELS = 40_000_000;

const defaultMark = path.resolve(import.meta.dirname, '../../../panel/public/mark.svg');

export function buildManifest(brand: Brand): object {
  const ground = groundOf(brand);
  const icon = (size: IconSize, purpose: 'any' | 'maskable') => ({
    src: iconAddress(size, brand),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const shortcut = (name: string, url: string) => ({ name, url });
  return {
    id: '/',
    name: brand.title,
    short_name: brand.name,
    lang: 'pt-BR',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: ground,
    theme_color: ground,
    icons: [icon('192', 'any'), icon('512', 'any'), icon('512', 'maskable')],
    shortcuts: [
      shortcut('Usuários IPTV', '/users-iptv'),
      shortcut('Criar usuário IPTV', '/user-iptv'),
      shortcut('Revendas', '/list-resellers'),
    ],
    // The service worker answers requests to this URL. The shared content therefore never reaches
    // the server.
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'contact', accept: ['text/vcard', 'text/x-vcard', '.vcf'] }],
      },
    },
  };
}

/**
 * Returns the URL of an icon. The URL changes with the image, so that a cached icon is never
 * outdated.
 */
const iconAddress = (size: IconSize, { favicon, key }: Brand): string =>
  `/app-icon/${size}.png?v=${encodeURIComponent(versionOf(favicon) ?? key)}`;

const versionOf = (address: string): string | undefined => /[?&]v=([^&]+)/.exec(address)?.[1];

/** Returns a square PNG of the brand's image. Throws if the image cannot be drawn. */
export async function drawIcon(brands: Brands, brand: Brand, size: IconSize): Promise<Buffer> {
  const sharp = await pictureLibrary();
  const side = Number(size);
  const inner = Math.round(side * SAFE_SHARE);
  const mark = await drawMark(brands, brand, inner);
  return sharp({
    create: { width: side, height: side, channels: 4, background: iconGround(brand) },
  })
    .composite([{ input: mark }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Returns a PNG of the brand's image on a transparent square. */
export async function drawMark(brands: Brands, brand: Brand, side: number): Promise<Buffer> {
  const sharp = await pictureLibrary();
  return sharp(await markOf(brands, brand), { limitInputPixels: MAX_PIXELS })
    .resize(side, side, { fit: 'contain', background: 'transparent' })
    .png()
    .toBuffer();
}

/**
 * Returns the background colour of an icon. The panel's own image is a square in its accent colour,
 * so the same colour fills the rest of the icon.
 */
const iconGround = (brand: Brand): string =>
  brand.favicon === '' ? DEFAULT_ACCENT : groundOf(brand);

const groundOf = ({ forceLight }: Brand): string => (forceLight ? LIGHT_GROUND : DARK_GROUND);

async function markOf(brands: Brands, { favicon }: Brand): Promise<Buffer> {
  const name = /^\/brand-files\/([^?]+)/.exec(favicon)?.[1];
  const image = name === undefined ? undefined : await brands.image(name);
  return image?.bytes ?? readFile(defaultMark);
}
