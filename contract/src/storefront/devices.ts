/** Kinds of devices that a visitor of a storefront chooses from. */
export const storefrontDevices = [
  'smart-tv',
  'android-tv',
  'tv-box',
  'phone',
  'computer',
  'mag',
  'roku',
] as const;
export type StorefrontDevice = (typeof storefrontDevices)[number];

export const storefrontDeviceLabels: Readonly<Record<StorefrontDevice, string>> = {
  'smart-tv': 'TV Samsung ou LG',
  'android-tv': 'TV Android',
  'tv-box': 'TV Box',
  phone: 'Celular',
  computer: 'Computador',
  mag: 'MAG',
  roku: 'TV Roku',
};
