/** External events that an admin marked as settled during the quarantine. */
import { refuse } from '@ramal/contract/api/errors';
import type { RequestOf } from '@ramal/contract/api/endpoint';
import type {
  outsideKinds,
  settleOutside as declaration,
} from '@ramal/contract/operations/quarantine';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';

type OutsideKind = (typeof outsideKinds)[number];

interface SettledOutside {
  readonly kind: OutsideKind;
  readonly key: string;
}

/** Reads the settled events of the current quarantine. */
export const readSettled = (db: Reader): Promise<SettledOutside[]> =>
  db.many<SettledOutside>(sql`
    select s.kind, s.key from settled_outside s
    join restores r on r.id = s.restore_id and r.released_at is null`);

/**
 * True if the event was settled in any quarantine, because a payment may be found long after a
 * release.
 */
export const isSettledOutside = async (
  reader: Reader,
  { kind, key }: SettledOutside,
): Promise<boolean> =>
  (await reader.first(sql`select from settled_outside where kind = ${kind} and key = ${key}`)) !==
  undefined;

export function settleOutside(
  { db, clock }: AppContext,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
  { kind, key, settled }: RequestOf<typeof declaration>['body'],
): Promise<{ message: string }> {
  return db.tx(async (tx) => {
    const restore = await tx.first<{ id: number }>(
      sql`select id from restores where released_at is null for share`,
    );
    if (!restore) return refuse('not_in_quarantine');
    const changed = await tx.run(
      settled
        ? sql`
          insert into settled_outside (restore_id, kind, key, settled_by, settled_at)
          values (${restore.id}, ${kind}, ${key}, ${actor.id}, ${clock.now()}) on conflict do nothing`
        : sql`
          delete from settled_outside
          where restore_id = ${restore.id} and kind = ${kind} and key = ${key}`,
    );
    if (changed > 0)
      await recordEvent(tx, requestMeta, {
        kind: settled ? 'outside-settled' : 'outside-reopened',
        actorId: actor.id,
        after: { name: key },
      });
    return { message: settled ? 'Anotado como resolvido' : 'Voltou a ficar em aberto' };
  });
}
