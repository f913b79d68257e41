/**
 * Two screens: the list of the account's own IPTV lines, and the list of all IPTV lines for an
 * admin.
 */
import { IptvLists } from './IptvLists.tsx';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { iptvLines } from '../lines/platforms/iptv.ts';
import { mayList } from '../lines/platforms/sold-platforms.ts';

export const IptvLines = () => (
  <RequirePermission when={(profile) => mayList(profile, iptvLines.definition)}>
    <IptvLists />
  </RequirePermission>
);

export const AllIptvLines = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <IptvLists />
  </RequirePermission>
);
