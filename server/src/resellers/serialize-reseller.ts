/** Converts an account to the JSON format of the API (E-30). */
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

/** Days within which a deletion can be undone (Q-UNDO). */
export const RESTORABLE_DAYS = 30;

/**
 * Converts a reseller to its wire form for the reader. Only admins see the franchise, and a seller
 * does not see its own owner.
 */
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
    emailContact: reseller.email,
    profile: reseller.profile,
    credits: toCredits(reseller.balance),
    sale: reseller.saleCents === null ? null : fromHundredths(reseller.saleCents),
    daysToDue: daysSince(reseller.lastTopupAt, clock.now()),
    status: reseller.isBlocked ? 0 : 1,
    blockAdmin: reseller.isBlockedByAdmin ? 1 : 0,
    networkBlocked: reseller.isNetworkBlocked ? 1 : 0,
    blocks: reseller.blocks.map((block) => serializeBlock(viewer, block)),
    hasSecondFactor: viewer.profile === 'admin' ? toFlag(reseller.has2fa) : null,
    hasAuthenticator: viewer.profile === 'admin' ? toFlag(reseller.hasAuthenticator) : null,
    totalIptv: reseller.iptvLines,
    totalUp2p: reseller.p2pLines,
    totalActives: reseller.activeLines,
    treeActives: reseller.treeActives,
    treeResellers: reseller.treeResellers,
    directResellers: reseller.directResellers,
    ownerId: isTop ? null : reseller.parentId,
    owner: isTop ? null : reseller.parent,
    idFranchise: viewer.profile === 'admin' ? reseller.idFranchise : null,
    isMaster: reseller.isMaster ? 1 : 0,
    isDirect: reseller.parentId === viewer.id,
    createdAt: formatDateTime(reseller.createdAt, clock.timeZone),
    deletedAt: reseller.deletedAt && formatDateTime(reseller.deletedAt, clock.timeZone),
    restorableUntil:
      reseller.deletedAt &&
      formatDateTime(
        new Date(reseller.deletedAt.getTime() + RESTORABLE_DAYS * DAY_MS),
        clock.timeZone,
      ),
  };
}

const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/**
 * Returns the block of an account. A seller sees the author only if it belongs to the seller's
 * tree.
 */
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
