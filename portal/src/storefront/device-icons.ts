import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import { box, deviceLaptop, deviceMobile, deviceTv } from './icons.ts';
import { deviceTvOld, router } from './step-icons.ts';

/** Paths of the icons of the devices. */
export const deviceIcons: Readonly<Record<StorefrontDevice, string>> = {
  'smart-tv': deviceTv,
  'android-tv': deviceTvOld,
  'tv-box': box,
  phone: deviceMobile,
  computer: deviceLaptop,
  mag: router,
  roku: deviceTv,
};
