/**
 * The write of every action on a line: the changed columns and the event, in one statement. A new password
 * ends what leads to the line in the same statement: it creates a short code and revokes the renewal links
 * (Q-SHORTLINKPASS). Portal sessions and stream tokens are signed with the password and end with it.
 */
import sql, { type Sql, join, raw } from 'sql-template-tag';
import { type Ctes, type Tx, combineCtes } from '../../foundation/database.ts';
import { type EventOrigin, insertEventCte } from '../../events/events.ts';
import { newShortCode } from '../../player/player.ts';
import { columnOf, type Line, type LineDetails } from '../line.ts';

/** The columns an action may change; absent ones stay. */
export type LineUpdate = Partial<
  Pick<
    Line,
    | 'platform'
    | 'username'
    | 'password'
    | 'isTrial'
    | 'isOn'
    | 'expiresAt'
    | keyof LineDetails
    | 'packageId'
    | 'bouquetIds'
    | 'productId'
    | 'trustedAt'
    | 'rolledBackFrom'
    | 'deletedAt'
    | 'blockedForAbuseAt'
    | 'abuseReasons'
  >
> & {
  /** Viewing before this time raises no suspicion any more. */
  readonly abuseCountsFrom?: Date;
};

type WrittenUpdate = LineUpdate & { readonly shortCode?: string };

interface LineEvent {
  /** Kind of the event: `line-extended`. */
  readonly kind: string;
  readonly change: LineUpdate;
  /** True if the short link stays valid after a new password: the customer only forgot the old one. */
  readonly keepsShortCode?: boolean;
  /** The event's data; never a password. */
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
  /** More CTEs for the same statement: a charge, a stored answer of an idempotency key. */
  readonly parts?: Ctes;
  /** Nothing is written after it, and its text has few variants: it is planned once and sent with the commit. */
  readonly isLast?: true;
}

/** The actor; null is the system itself. */
interface ActedBy {
  readonly actor: { readonly id: number | null };
  readonly requestMeta: EventOrigin;
}

/** Writes the action and returns the changed line. */
export async function changeLine(
  tx: Tx,
  caller: ActedBy,
  line: Line,
  act: LineEvent,
): Promise<Line> {
  const event = insertEventCte(caller.requestMeta, {
    kind: act.kind,
    actorId: caller.actor.id,
    accountId: line.ownerId,
    lineId: line.id,
    ...(act.before ? { before: act.before } : {}),
    ...(act.after ? { after: act.after } : {}),
  });
  const change = withNewShortCode(act);
  const written = combineCtes({
    ...act.parts,
    ...(change.password === undefined ? {} : { renewalLinks: revokeRenewalLinksCte(line.id) }),
    line: updating(line.id, change),
    event,
  });
  await (act.isLast ? tx.finish(written, 'prepared') : tx.run(written));
  return { ...line, ...change };
}

const withNewShortCode = ({ change, keepsShortCode = false }: LineEvent): WrittenUpdate =>
  change.password === undefined || keepsShortCode
    ? change
    : { ...change, shortCode: newShortCode() };

const revokeRenewalLinksCte = (lineId: number): Sql => sql`
  update renewal_links set revoked_at = now() where line_id = ${lineId} and revoked_at is null`;

function updating(id: number, change: WrittenUpdate): Sql {
  const set = Object.entries(change).map(
    ([name, value]) => sql`${raw(columnOf(name))} = ${value as unknown}`,
  );
  return set.length === 0
    ? sql`select 1`
    : sql`update lines set ${join(set, ', ')} where id = ${id}`;
}
