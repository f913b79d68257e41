/** The descriptions of all platforms, for screens that speak of several at once. */
import type { Profile } from '../../sessions/profile.ts';
import { iptvLines } from './iptv.ts';
import { newP2pPlatform, p2pPlatform } from './p2p.ts';
import type { LinePlatform } from './platform.ts';
import { sells } from './sold-platforms.ts';

/** Whatever a line stands on, also where it is sold no more. */
export const linePlatforms: readonly LinePlatform[] = [iptvLines, p2pPlatform, newP2pPlatform];

/** Those a person sells on, in the order they are drawn. */
export const soldLinePlatforms = (profile: Profile): readonly LinePlatform[] =>
  linePlatforms.filter(({ is }) => sells(profile, is));
