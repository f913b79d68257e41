/** Descriptions of all platforms, for screens that show several at once. */
import type { Profile } from '../../sessions/profile.ts';
import { iptvLines } from './iptv.ts';
import { newP2pPlatform, p2pPlatform } from './p2p.ts';
import type { LinePlatform } from './platform.ts';
import { sells } from './sold-platforms.ts';

/** All platforms that lines can belong to, including those that are no longer sold. */
export const linePlatforms: readonly LinePlatform[] = [iptvLines, p2pPlatform, newP2pPlatform];

/** Returns the platforms on which the account sells, in display order. */
export const soldLinePlatforms = (profile: Profile): readonly LinePlatform[] =>
  linePlatforms.filter(({ definition }) => sells(profile, definition));
