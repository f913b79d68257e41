/** The line screens, for IPTV: a further platform is a file like this one. */
import { Allowed } from '../sessions/Allowed.tsx';
import { CreateLine } from './CreateLine.tsx';
import { iptvLines } from './iptv.ts';
import { Lines } from './Lines.tsx';
import { sells } from './sold-platforms.ts';

export const CreateIptvLine = () => (
  <Allowed when={(profile) => sells(profile, iptvLines.is)}>
    <CreateLine platform={iptvLines} />
  </Allowed>
);

export const IptvLines = () => <Lines platform={iptvLines} />;

export const AllIptvLines = () => (
  <Allowed when={({ profile }) => profile === 'admin'}>
    <Lines platform={iptvLines} />
  </Allowed>
);
