/**
 * Screens with the lists of both P2P services. Their code is separate from the IPTV lists, because
 * most users open the IPTV lists first.
 */
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { Lines } from './Lines.tsx';
import { newP2pPlatform, p2pPlatform } from '../platforms/p2p.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import { mayList } from '../platforms/sold-platforms.ts';

const listing = (platform: LinePlatform) => () => (
  <RequirePermission when={(profile) => mayList(profile, platform.definition)}>
    <Lines platform={platform} />
  </RequirePermission>
);

export const P2pLines = listing(p2pPlatform);
export const NewP2pLines = listing(newP2pPlatform);
