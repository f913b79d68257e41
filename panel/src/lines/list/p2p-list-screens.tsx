/** The lists of both P2P services; they come apart from the IPTV lines, which most open first. */
import { Allowed } from '../../sessions/Allowed.tsx';
import { Lines } from './Lines.tsx';
import { newP2pPlatform, p2pPlatform } from '../platforms/p2p.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import { mayList } from '../platforms/sold-platforms.ts';

const listing = (platform: LinePlatform) => () => (
  <Allowed when={(profile) => mayList(profile, platform.is)}>
    <Lines platform={platform} />
  </Allowed>
);

export const P2pLines = listing(p2pPlatform);
export const NewP2pLines = listing(newP2pPlatform);
