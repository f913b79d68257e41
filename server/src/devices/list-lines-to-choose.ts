/**
 * Lists the lines to which a device may be bound, in pages and by name. Resellers see their own
 * lines, and admins see all lines.
 */
import type { Caller } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type PageQuery, toPageAnswer } from '../foundation/pages.ts';
import { listLines, scopeFor } from '../lines/lines.ts';
import { lineStateOf } from '../player/player.ts';

export async function listLinesToChoose(
  { db, clock }: AppContext,
  { actor }: Caller,
  query: PageQuery & { readonly search?: string | undefined },
) {
  const now = clock.now();
  const scope = await scopeFor(db, actor, actor.profile === 'admin' ? 'all' : 0);
  const { rows, total } = await listLines(
    db,
    { ...query, platform: 'iptv', scope, sort: 'username', dir: 'asc' },
    now,
  );
  return toPageAnswer(
    query,
    total,
    rows.map((line) => ({
      id: line.id,
      username: line.username,
      note: line.note,
      expDate: formatDateTime(line.expiresAt, clock.timeZone),
      state: lineStateOf(line, now),
    })),
  );
}
