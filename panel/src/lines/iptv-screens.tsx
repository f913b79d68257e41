/** The line screens, for IPTV: a further platform is a file like this one. */
import { platforms } from '@ramal/contract/platforms';
import { Allowed } from '../sessions/Allowed.tsx';
import { CreateLine } from './CreateLine.tsx';
import { iptvLines } from './iptv.ts';
import { Lines } from './Lines.tsx';

export const CreateIptvLine = () => (
  <Allowed when={({ profile, flags }) => profile !== 'admin' && flags[platforms.iptv.flag]}>
    <CreateLine platform={iptvLines} />
  </Allowed>
);

export const IptvLines = () => <Lines platform={iptvLines} />;

export const AllIptvLines = () => (
  <Allowed when={({ profile }) => profile === 'admin'}>
    <Lines platform={iptvLines} />
  </Allowed>
);
