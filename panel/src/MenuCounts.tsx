/**
 * Loads the menu data that is not needed at once: counts of lists, waiting boxes, and the Telegram
 * channel. Renders nothing. The first screen does not wait for this data. A count uses the same
 * call as its list, so that both share one request.
 */
import { readBoxOverview } from '@ramal/contract/boxes/boxes';
import { getTelegram } from '@ramal/contract/links';
import { useEffect } from 'react';
import { useCall } from './foundation/api/query.ts';
import { useIsPhone } from './foundation/viewport.ts';
import { usePlatformRead } from './lines/platforms/calls.ts';
import { iptvLines } from './lines/platforms/iptv.ts';
import { newP2pPlatform, p2pPlatform } from './lines/platforms/p2p.ts';
import type { LinePlatform } from './lines/platforms/platform.ts';
import { sells } from './lines/platforms/sold-platforms.ts';
import { hasBoxes, type LineTotals, type Profile } from './menu.ts';

const STALE_MS = 60_000;
const TELEGRAM_STALE_MS = 10 * 60_000;

interface MenuCountsProps {
  profile: Profile;
  onCounts: (counts: LineTotals) => void;
  onTelegram: (link: string) => void;
  onBoxes: (waiting: number) => void;
}

export function MenuCounts({ profile, onCounts, onTelegram, onBoxes }: MenuCountsProps) {
  const iptv = useTotal(iptvLines, profile);
  const p2p = useTotal(p2pPlatform, profile);
  const newP2p = useTotal(newP2pPlatform, profile);
  useEffect(() => onCounts({ iptv, p2p, 'new-p2p': newP2p }), [iptv, p2p, newP2p, onCounts]);
  const telegram = useCall(getTelegram, {}, { staleMs: TELEGRAM_STALE_MS }).data?.link;
  useEffect(() => onTelegram(telegram ?? ''), [telegram, onTelegram]);
  const isPhone = useIsPhone();
  const boxes = useCall(
    readBoxOverview,
    {},
    { enabled: hasBoxes(profile) && !isPhone, staleMs: STALE_MS },
  ).data?.waitingTotal;
  useEffect(() => onBoxes(boxes ?? 0), [boxes, onBoxes]);
  return null;
}

/**
 * Returns the number of lines that the menu shows. A reseller sees the number of its own lines, an
 * admin the number of all lines.
 */
function useTotal(platform: LinePlatform, profile: Profile): number | undefined {
  const isPhone = useIsPhone();
  const isAdmin = profile.profile === 'admin';
  const isListed = isAdmin ? platform.listAll !== undefined : sells(profile, platform.definition);
  const { data } = usePlatformRead(platform.count, isAdmin ? 'all' : 0, {
    // A phone hides the menu, so no request is sent. If the list has already cached the count, the
    // cached count is used.
    enabled: isListed && !isPhone,
    staleMs: STALE_MS,
  });
  return isListed && data?.all.exact ? data.all.total : undefined;
}
