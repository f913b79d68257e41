/** The line screens, for the two P2P services. */
import { Allowed } from '../sessions/Allowed.tsx';
import { CreateLine } from './CreateLine.tsx';
import { Lines } from './Lines.tsx';
import { newP2pPlatform, p2pPlatform } from './p2p.ts';
import type { LinePlatform } from './platform.ts';
import { mayList, sells } from './sold-platforms.ts';

const creating = (platform: LinePlatform) => () => (
  <Allowed when={(profile) => sells(profile, platform.is)}>
    <CreateLine platform={platform} />
  </Allowed>
);

const listing = (platform: LinePlatform) => () => (
  <Allowed when={(profile) => mayList(profile, platform.is)}>
    <Lines platform={platform} />
  </Allowed>
);

export const CreateP2pLine = creating(p2pPlatform);
export const P2pLines = listing(p2pPlatform);
export const CreateNewP2pLine = creating(newP2pPlatform);
export const NewP2pLines = listing(newP2pPlatform);
