import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  listSuppressions as listDeclaration,
  removeSuppression as removeDeclaration,
} from '@ramal/contract/messaging';
import sql, { raw } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { boundedTotal, limitOffset, toPageAnswer } from '../../foundation/pages.ts';

const sortKey = { created_at: sql`created_at`, address: sql`address` } as const;

interface Row {
  readonly id: number;
  readonly address: string;
  readonly reason: 'dead' | 'full';
  readonly answer: string;
  readonly createdAt: Date;
  readonly until: Date | null;
}

export async function listSuppressions(
  { db, clock }: AppContext,
  { query }: Call<typeof listDeclaration>,
): Promise<HandlerResult<typeof listDeclaration>> {
  const suppressed = sql`
    from email_suppressions
    where (until is null or until > ${clock.now()}) and strpos(address, lower(${query.search ?? ''})) > 0`;
  const total = await boundedTotal(db, sql`select ${suppressed}`);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<Row>(sql`
    select id, address, reason, answer, created_at, until ${suppressed}
    order by ${sortKey[query.sort]} ${raw(query.dir)}, id ${raw(query.dir)}
    limit ${limit} offset ${offset}`);
  return toPageAnswer(
    query,
    total,
    rows.map(({ createdAt, until, ...row }) => ({
      ...row,
      createdAtTimestamp: unixSeconds(createdAt),
      untilTimestamp: until && unixSeconds(until),
    })),
  );
}

export async function removeSuppression(
  { db }: AppContext,
  { params, actor, requestMeta }: Call<typeof removeDeclaration>,
): Promise<HandlerResult<typeof removeDeclaration>> {
  await db.tx(async (tx) => {
    const row = await tx.first<{ address: string }>(
      sql`delete from email_suppressions where id = ${params.id} returning address`,
    );
    if (!row) return refuse('suppression_not_found');
    await tx.run(sql`delete from full_mailboxes where address = ${row.address}`);
    await recordEvent(tx, requestMeta, {
      kind: 'suppression-removed',
      actorId: actor.id,
      after: { email: masked(row.address) },
    });
  });
  return { message: 'Este endereço volta a receber' };
}

/**
 * Masks an address, such as «m•••@casa.example», because the log is stored longer than the
 * customer's data.
 */
const masked = (address: string): string => address.replace(/^(.).*@/, '$1•••@');
