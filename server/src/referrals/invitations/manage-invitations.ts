/** A master lists, creates and revokes its invitations to resellers. */
import { randomInt } from 'node:crypto';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import {
  type createInvitation as creating,
  type listInvitations as listing,
  MAX_OPEN_INVITATIONS,
  type revokeInvitation as revoking,
} from '@ramal/contract/referrals/invitations';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { raw } from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes, type Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { runOncePerKey } from '../../foundation/idempotency.ts';
import { boundedTotal, pageWithinBound, toPageAnswer } from '../../foundation/pages.ts';
import { enforceLimits, readAccountLimits } from '../../limits/limits.ts';
import {
  type Invitation,
  invitationColumns,
  readInvitedAccounts,
  serializeInvitation,
} from './invitations.sql.ts';

export async function listInvitations(
  { db, clock }: AppContext,
  { actor, query, requestMeta: { baseUrl } }: Call<typeof listing>,
): Promise<HandlerResult<typeof listing>> {
  const ownRows = sql`select 1 from reseller_invitations where inviter_id = ${actor.id}`;
  const dir = raw(query.dir);
  const [total, rows] = await Promise.all([
    boundedTotal(db, ownRows),
    db.many<Invitation>(sql`
      select ${invitationColumns} from reseller_invitations i where i.inviter_id = ${actor.id}
      order by i.${raw(query.sort)} ${dir}, i.id ${dir} ${pageWithinBound(query)}`),
  ]);
  const accounts = await readInvitedAccounts(
    db,
    rows.map(({ id }) => id),
  );
  const now = clock.now();
  return toPageAnswer(
    query,
    total,
    rows.map((row) => serializeInvitation(row, { accounts, baseUrl, now })),
  );
}

/** Letters and digits that are not mistaken for each other. */
const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 12;

/** Creates a code that nobody guesses: twelve of 31 characters are 59 bits. */
const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

export const createInvitation = (
  ctx: AppContext,
  input: Call<typeof creating>,
): Promise<HandlerResult<typeof creating>> =>
  ctx.db.tx((tx) => runOncePerKey(tx, input, () => createIn(tx, ctx, input)));

async function createIn(
  tx: Tx,
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof creating>,
): Promise<HandlerResult<typeof creating>> {
  const now = ctx.clock.now();
  // The lock prevents two calls from exceeding the number of open invitations together.
  await tx.first(sql`select from accounts where id = ${actor.id} for no key update`);
  const open = await tx.first<{ count: number }>(sql`
    select count(*) from reseller_invitations
    where inviter_id = ${actor.id} and revoked_at is null and uses < max_uses and expires_at > ${now}`);
  if (open!.count >= MAX_OPEN_INVITATIONS)
    refuse('invitations_too_many', { values: { most: MAX_OPEN_INVITATIONS } });
  if (body.credits > 0)
    await enforceLimits(tx, ctx, {
      actor,
      facts: await readAccountLimits(tx, actor),
      act: { hundredths: 0, sale: { unitPriceCents: body.sale ?? 0 } },
    });
  const row = (await tx.first<Invitation>(sql`
    insert into reseller_invitations as i (inviter_id, code, note, welcome_text, sale_cents, credits,
      max_lines, trials_a_day, credits_a_day, lowest_price_cents, max_uses, expires_at, created_at)
    values (${actor.id}, ${newCode()}, ${body.note}, ${body.welcomeText}, ${body.sale ?? null},
      ${body.credits}, ${body.lines ?? null}, ${body.trialsADay ?? null}, ${body.creditsADay ?? null},
      ${body.lowestPrice ?? null}, ${body.maxUses}, ${new Date(now.getTime() + body.days * DAY_MS)}, ${now})
    returning ${invitationColumns}`))!;
  await tx.run(
    combineCtes({
      event: insertEventCte(requestMeta, {
        kind: 'invitation-created',
        actorId: actor.id,
        accountId: actor.id,
        after: { hundredths: body.credits, saleCents: body.sale ?? null, note: body.note || null },
      }),
    }),
  );
  const { baseUrl } = requestMeta;
  return {
    message: 'Convite criado',
    invitation: serializeInvitation(row, { accounts: [], baseUrl, now }),
  };
}

export const revokeInvitation = (
  { db, clock }: AppContext,
  { actor, params, requestMeta }: Call<typeof revoking>,
): Promise<HandlerResult<typeof revoking>> =>
  db.tx(async (tx) => {
    const row = await tx.first<{ revokedAt: Date | null; note: string }>(sql`
      select revoked_at, note from reseller_invitations
      where id = ${params.id} and inviter_id = ${actor.id} for no key update`);
    if (!row) return refuse('invitation_not_found');
    if (!row.revokedAt)
      await tx.run(
        combineCtes({
          revoked: sql`
            update reseller_invitations set revoked_at = ${clock.now()} where id = ${params.id}`,
          event: insertEventCte(requestMeta, {
            kind: 'invitation-revoked',
            actorId: actor.id,
            accountId: actor.id,
            after: { note: row.note || null },
          }),
        }),
      );
    return { message: 'Convite revogado' };
  });
