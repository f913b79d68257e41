import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { type Icon, IconBroadcast, IconDeviceTv, IconTopologyStar3 } from '@tabler/icons-react';

/**
 * Separate from the platform descriptions, because the shell draws the icons before a description
 * is loaded.
 */
export const platformIcons: Readonly<Record<PlatformKey, Icon>> = {
  iptv: IconDeviceTv,
  p2p: IconBroadcast,
  'new-p2p': IconTopologyStar3,
};
