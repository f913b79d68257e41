import type { Brand, BrandColors } from '@ramal/contract/brands/brands';

const family = (accent: string): BrandColors => ({
  accent,
  accentHover: '#69198d',
  accentInk: accent,
  accentSoft: '#f7ebff',
  accentLine: '#e4c8f6',
  sel: '#f9f1fe',
  ring: accent,
});

/** A white-label brand as the server returns it. */
export const aurora: Brand = {
  key: 'aurora.localhost',
  name: 'Aurora Play',
  title: 'Aurora',
  favicon: '/brand-files/fav.png?v=1',
  logo: '/brand-files/mark.svg?v=1',
  background: '/brand-files/sky.svg?v=1',
  colors: { light: family('#7b2fa0'), dark: family('#9f55c7') },
  forceLight: true,
};
