/** The list of lines, once for each platform, and all IPTV lines for an admin. */
import { IptvLists } from '../abuse/IptvLists.tsx';
import { Allowed } from '../sessions/Allowed.tsx';
import { iptvLines } from './iptv.ts';
import { Lines } from './Lines.tsx';
import { newP2pPlatform, p2pPlatform } from './p2p.ts';
import type { LinePlatform } from './platform.ts';
import { mayList } from './sold-platforms.ts';

const listing = (platform: LinePlatform) => () => (
  <Allowed when={(profile) => mayList(profile, platform.is)}>
    <Lines platform={platform} />
  </Allowed>
);

export const IptvLines = () => (
  <Allowed when={(profile) => mayList(profile, iptvLines.is)}>
    <IptvLists />
  </Allowed>
);
export const P2pLines = listing(p2pPlatform);
export const NewP2pLines = listing(newP2pPlatform);

export const AllIptvLines = () => (
  <Allowed when={({ profile }) => profile === 'admin'}>
    <IptvLists />
  </Allowed>
);
