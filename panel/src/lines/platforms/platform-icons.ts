import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { type Icon, IconBroadcast, IconDeviceTv, IconTopologyStar3 } from '@tabler/icons-react';

/**
 * In a separate file, because the shell needs the icons before it loads the platform descriptions.
 */
export const platformIcons: Readonly<Record<PlatformKey, Icon>> = {
  iptv: IconDeviceTv,
  p2p: IconBroadcast,
  'new-p2p': IconTopologyStar3,
};
