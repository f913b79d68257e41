/** Reads invitations to resellers. */
import type { InvitationRow, InvitationState } from '@ramal/contract/referrals/invitations';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql, { type Sql } from 'sql-template-tag';
import { toCredits } from '../../credits/credits.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';

export interface Invitation {
  readonly id: number;
  readonly inviterId: number;
  readonly code: string;
  readonly note: string;
  readonly welcomeText: string;
  readonly saleCents: number | null;
  /** Hundredths of a credit. */
  readonly credits: number;
  readonly maxLines: number | null;
  readonly trialsADay: number | null;
  readonly creditsADay: number | null;
  readonly lowestPriceCents: number | null;
  readonly maxUses: number;
  readonly uses: number;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly createdAt: Date;
}

export const invitationColumns: Sql = sql`
  i.id, i.inviter_id, i.code, i.note, i.welcome_text, i.sale_cents, i.credits, i.max_lines,
  i.trials_a_day, i.credits_a_day, i.lowest_price_cents, i.max_uses, i.uses, i.expires_at,
  i.revoked_at, i.created_at`;

export function invitationState(
  { uses, maxUses, expiresAt, revokedAt }: Invitation,
  now: Date,
): InvitationState {
  if (revokedAt) return 'revoked';
  if (uses >= maxUses) return 'used';
  return expiresAt <= now ? 'expired' : 'open';
}

/** Finds an invitation by its code, which is stored in lower case. */
export const findInvitation = (reader: Reader, code: string): Promise<Invitation | undefined> =>
  reader.first(sql`
    select ${invitationColumns} from reseller_invitations i where i.code = ${code.toLowerCase()}`);

/** Limits that the new account starts with. */
export const serializeLimits = (invitation: Invitation) => ({
  lines: invitation.maxLines,
  trialsADay: invitation.trialsADay,
  creditsADay: toCredits(invitation.creditsADay),
  lowestPrice: toCredits(invitation.lowestPriceCents),
});

interface InvitedAccount {
  readonly invitationId: number;
  readonly id: number;
  readonly username: string;
  readonly at: Date;
}

/** Reads the accounts that were created with these invitations, the newest first. */
export const readInvitedAccounts = (
  reader: Reader,
  invitationIds: readonly number[],
): Promise<InvitedAccount[]> =>
  reader.many(sql`
    select v.invitation_id, a.id, a.username, v.at
    from invited_accounts v join accounts a on a.id = v.account_id
    where v.invitation_id = any(${invitationIds}::bigint[]) and a.deleted_at is null
    order by v.at desc, a.id desc`);

interface SerializedWith {
  readonly accounts: readonly InvitedAccount[];
  readonly baseUrl: string;
  readonly now: Date;
}

export const serializeInvitation = (
  invitation: Invitation,
  { accounts, baseUrl, now }: SerializedWith,
): InvitationRow => ({
  id: invitation.id,
  url: `${baseUrl}/convite/${invitation.code}`,
  note: invitation.note,
  welcomeText: invitation.welcomeText,
  sale: toCredits(invitation.saleCents),
  credits: fromHundredths(invitation.credits),
  ...serializeLimits(invitation),
  state: invitationState(invitation, now),
  uses: invitation.uses,
  maxUses: invitation.maxUses,
  expiresAtTimestamp: unixSeconds(invitation.expiresAt),
  createdAtTimestamp: unixSeconds(invitation.createdAt),
  accounts: accounts
    .filter(({ invitationId }) => invitationId === invitation.id)
    .map(({ id, username, at }) => ({ id, username, atTimestamp: unixSeconds(at) })),
});
