/** The list of IPTV lines, and all of them for an admin. */
import { IptvLists } from './IptvLists.tsx';
import { Allowed } from '../sessions/Allowed.tsx';
import { iptvLines } from '../lines/platforms/iptv.ts';
import { mayList } from '../lines/platforms/sold-platforms.ts';

export const IptvLines = () => (
  <Allowed when={(profile) => mayList(profile, iptvLines.is)}>
    <IptvLists />
  </Allowed>
);

export const AllIptvLines = () => (
  <Allowed when={({ profile }) => profile === 'admin'}>
    <IptvLists />
  </Allowed>
);
