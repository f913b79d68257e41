import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { type Icon, IconBroadcast, IconDeviceTv, IconTopologyStar3 } from '@tabler/icons-react';

/** Apart from the descriptions, since the shell draws them before any of those is loaded. */
export const platformIcons: Readonly<Record<PlatformKey, Icon>> = {
  iptv: IconDeviceTv,
  p2p: IconBroadcast,
  'new-p2p': IconTopologyStar3,
};
