/** An account in the wire format of the documents (E-30). */
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { AccountBlock } from '@ramal/contract/resellers/blocks';
import type { listResellers } from '@ramal/contract/resellers/resellers';
import { toCredits } from '../credits/credits.ts';
import type { ReaderAccount } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reseller, StoredBlock } from './resellers.sql.ts';

export type ResellerRow = HandlerResult<typeof listResellers>['data'][number];

/** How long a deletion can be undone (Q-UNDO). */
export const RESTORABLE_DAYS = 30;

/** The franchise is shown to admins only. A seller does not see its own owner. */
export function serializeReseller(
  { clock }: Pick<AppContext, 'clock'>,
  viewer: ReaderAccount,
  reseller: Reseller,
): ResellerRow {
  const isTop = viewer.profile !== 'admin' && viewer.id === reseller.id;
  return {
    id: reseller.id,
    username: reseller.username,
    email: reseller.whatsapp,
    email_contact: reseller.email,
    profile: reseller.profile,
    credits: toCredits(reseller.balance),
    sale: reseller.saleCents === null ? null : fromHundredths(reseller.saleCents),
    days_to_due: daysSince(reseller.lastTopupAt, clock.now()),
    status: reseller.isBlocked ? 0 : 1,
    block_admin: reseller.isBlockedByAdmin ? 1 : 0,
    network_blocked: reseller.isNetworkBlocked ? 1 : 0,
    blocks: reseller.blocks.map((block) => serializeBlock(viewer, block)),
    has_2fa: viewer.profile === 'admin' ? toFlag(reseller.has2fa) : null,
    has_authenticator: viewer.profile === 'admin' ? toFlag(reseller.hasAuthenticator) : null,
    total_iptv: reseller.iptvLines,
    total_up2p: reseller.p2pLines,
    total_actives: reseller.activeLines,
    tree_actives: reseller.treeActives,
    tree_resellers: reseller.treeResellers,
    direct_resellers: reseller.directResellers,
    owner_id: isTop ? null : reseller.parentId,
    owner: isTop ? null : reseller.parent,
    id_franchise: viewer.profile === 'admin' ? reseller.idFranchise : null,
    is_master: reseller.isMaster ? 1 : 0,
    is_direct: reseller.parentId === viewer.id,
    created_at: formatDateTime(reseller.createdAt, clock.timeZone),
    deleted_at: reseller.deletedAt && formatDateTime(reseller.deletedAt, clock.timeZone),
    restorable_until:
      reseller.deletedAt &&
      formatDateTime(
        new Date(reseller.deletedAt.getTime() + RESTORABLE_DAYS * DAY_MS),
        clock.timeZone,
      ),
  };
}

const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** A seller sees authors of its own tree only. */
const serializeBlock = (
  viewer: ReaderAccount,
  { by, username, ancestors }: StoredBlock,
): AccountBlock => ({
  by,
  username: viewer.profile === 'admin' || ancestors?.includes(viewer.id) ? username : null,
});

function daysSince(at: Date | null, now: Date): number | null {
  return at === null ? null : Math.max(0, Math.floor((now.getTime() - at.getTime()) / DAY_MS));
}
