/**
 * Web app manifest and icons for the installation of the panel as an app, by the brand of a host.
 * Icons are drawn from the brand's mark on its background. Members:
 * https://www.w3.org/TR/appmanifest/ and https://w3c.github.io/web-share-target/.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Brand } from '@ramal/contract/brands/brands';
import { pictureLibrary } from '../foundation/files/encode-picture.ts';
import type { Brands } from './find-brand.ts';

/** Pixels of a side. 180 is what iOS takes for its home screen. */
export const ICON_SIZES = ['180', '192', '512'] as const;
export type IconSize = (typeof ICON_SIZES)[number];

const OFFICE_ACCENT = '#4350d6';
const DARK_GROUND = '#0b0c0f';
const LIGHT_GROUND = '#f6f6f8';
/** The part of a maskable icon that every shape of phone shows. */
const SAFE_SHARE = 0.66;
const MOST_PIXELS = 40_000_000;

const officeMark = path.resolve(import.meta.dirname, '../../../panel/public/mark.svg');

export function manifestOf(brand: Brand): object {
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
    // The service worker answers this address: what is shared never reaches the server.
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

/** Another mark gets another address, so that a cached icon is never an old one. */
const iconAddress = (size: IconSize, { favicon, key }: Brand): string =>
  `/app-icon/${size}.png?v=${encodeURIComponent(versionOf(favicon) ?? key)}`;

const versionOf = (address: string): string | undefined => /[?&]v=([^&]+)/.exec(address)?.[1];

/** Square PNG of the brand's mark. Throws where the mark cannot be drawn. */
export async function drawIcon(brands: Brands, brand: Brand, size: IconSize): Promise<Buffer> {
  const sharp = await pictureLibrary();
  const side = Number(size);
  const inner = Math.round(side * SAFE_SHARE);
  const mark = await sharp(await markOf(brands, brand), { limitInputPixels: MOST_PIXELS })
    .resize(inner, inner, { fit: 'contain', background: 'transparent' })
    .png()
    .toBuffer();
  return sharp({
    create: { width: side, height: side, channels: 4, background: iconGround(brand) },
  })
    .composite([{ input: mark }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** The installation's own mark is a square of its accent, which continues to the edge. */
const iconGround = (brand: Brand): string =>
  brand.favicon === '' ? OFFICE_ACCENT : groundOf(brand);

const groundOf = ({ forceLight }: Brand): string => (forceLight ? LIGHT_GROUND : DARK_GROUND);

async function markOf(brands: Brands, { favicon }: Brand): Promise<Buffer> {
  const name = /^\/brand-files\/([^?]+)/.exec(favicon)?.[1];
  const image = name === undefined ? undefined : await brands.image(name);
  return image?.bytes ?? readFile(officeMark);
}
