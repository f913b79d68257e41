/** The write every act on a line ends in: the changed columns and the event, in one statement. */
import sql, { type Sql, join, raw } from 'sql-template-tag';
import type { Origin } from '../foundation/actor.ts';
import { type Parts, type Tx, together } from '../foundation/database.ts';
import { recording } from '../events/events.ts';
import type { Line } from './line.ts';

/** What an act may change; absent stays as it is. */
export type Change = Partial<
  Pick<
    Line,
    | 'platform'
    | 'username'
    | 'password'
    | 'isOn'
    | 'expiresAt'
    | 'note'
    | 'whatsapp'
    | 'packageId'
    | 'bouquetIds'
    | 'productId'
    | 'trustedAt'
    | 'rolledBackFrom'
    | 'shortCode'
    | 'deletedAt'
    | 'blockedForAbuseAt'
    | 'abuseReasons'
  >
> & {
  /** What was watched before this makes nobody suspect any more. */
  readonly abuseCountsFrom?: Date;
};

const columns: Record<keyof Change, string> = {
  platform: 'platform',
  username: 'username',
  password: 'password',
  isOn: 'is_on',
  expiresAt: 'expires_at',
  note: 'note',
  whatsapp: 'whatsapp',
  packageId: 'package_id',
  bouquetIds: 'bouquet_ids',
  productId: 'product_id',
  trustedAt: 'trusted_at',
  rolledBackFrom: 'rolled_back_from',
  shortCode: 'short_code',
  deletedAt: 'deleted_at',
  blockedForAbuseAt: 'blocked_for_abuse_at',
  abuseReasons: 'abuse_reasons',
  abuseCountsFrom: 'abuse_counts_from',
};

export interface Act {
  /** Kind of the event: `line-extended`. */
  readonly kind: string;
  readonly change: Change;
  /** What the event tells; never a password. */
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
  /** What else is written with it: a charge, an answer kept under a key. */
  readonly parts?: Parts;
}

/** Who acts; null is the system itself. */
interface ActedBy {
  readonly actor: { readonly id: number | null };
  readonly origin: Origin;
}

/** Writes the act and returns the line as it is now. */
export async function changeLine(tx: Tx, by: ActedBy, line: Line, act: Act): Promise<Line> {
  const event = recording(by.origin, {
    kind: act.kind,
    actorId: by.actor.id,
    accountId: line.ownerId,
    lineId: line.id,
    ...(act.before ? { before: act.before } : {}),
    ...(act.after ? { after: act.after } : {}),
  });
  await tx.run(together({ ...act.parts, line: updating(line.id, act.change), event }));
  return { ...line, ...act.change };
}

function updating(id: number, change: Change): Sql {
  const set = Object.entries(change).map(
    ([name, value]) => sql`${raw(columns[name as keyof Change])} = ${value as unknown}`,
  );
  return set.length === 0
    ? sql`select 1`
    : sql`update lines set ${join(set, ', ')} where id = ${id}`;
}
