/**
 * Screens with the form that creates a line, one for each platform. The code is separate from the
 * lists, because most users open a list first.
 */
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { CreateLine } from './CreateLine.tsx';
import { iptvLines } from '../platforms/iptv.ts';
import { newP2pPlatform, p2pPlatform } from '../platforms/p2p.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import { sells } from '../platforms/sold-platforms.ts';

const creating = (platform: LinePlatform) => () => (
  <RequirePermission when={(profile) => sells(profile, platform.definition)}>
    <CreateLine platform={platform} />
  </RequirePermission>
);

export const CreateIptvLine = creating(iptvLines);
export const CreateP2pLine = creating(p2pPlatform);
export const CreateNewP2pLine = creating(newP2pPlatform);
