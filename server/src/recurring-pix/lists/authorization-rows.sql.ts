/** Selects the authorizations of a seller with what their lists show. */
import type {
  AuthorizationEnd,
  AuthorizationStatus,
} from '@ramal/contract/rules/payments/recurring-pix';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { empty, type Sql } from 'sql-template-tag';
import { containsFolded } from '../../foundation/like.ts';
import type { Authorization, Cycle } from '../authorizations.sql.ts';

export interface AuthorizationFilters {
  readonly search?: string | undefined;
  readonly status?: AuthorizationStatus | undefined;
}

export interface AuthorizationFacts extends Pick<
  Authorization,
  | 'id'
  | 'provider'
  | 'payerName'
  | 'cpfMask'
  | 'cents'
  | 'state'
  | 'allowsRetries'
  | 'credits'
  | 'anchorDay'
> {
  /** Orders without a line are not listed. */
  readonly lineId: number;
  readonly status: AuthorizationStatus;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly note: string;
  readonly whatsapp: string | null;
  readonly expiresAt: Date;
  readonly authorizedAt: Date | null;
  readonly codeExpiresAt: Date;
  readonly endedAt: Date | null;
  readonly endReason: AuthorizationEnd | null;
  /** Due day of the oldest unpaid month; null without one. */
  readonly dueOn: string | null;
  readonly triedOn: string | null;
  readonly cycleState: Cycle['state'] | null;
  readonly refusalCode: string | null;
  readonly nextDueOn: string | null;
}

/**
 * SQL expression: status of an authorization `pa`. A refused month takes precedence over the state
 * `active`.
 */
export const authorizationStatus: Sql = sql`
  case when pa.state = 'active' then case when pa.is_refused then 'refused' else 'active' end
    when pa.state in ('preparing', 'created') then 'waiting' else 'ended' end`;

/**
 * Condition: the customer authorised, or the code is at most a day old. Older codes that nobody
 * used are not listed.
 */
const isListed = (now: Date): Sql => sql`
  (pa.authorized_at is not null or pa.created_at > ${new Date(now.getTime() - 86_400_000)})`;

export const matchingAuthorizations = (
  accountId: number,
  { search, status }: AuthorizationFilters,
  now: Date,
): Sql => sql`
  pa.account_id = ${accountId} and ${isListed(now)}
  ${status === undefined ? empty : sql`and ${authorizationStatus} = ${status}`}
  ${
    search === undefined
      ? empty
      : sql`and (pa.search || ' ' || fold(l.username || ' ' || coalesce(l.note, ''))) like ${containsFolded(search)}`
  }`;

export const authorizationsFrom: Sql = sql`pix_authorizations pa join lines l on l.id = pa.line_id`;

/** Columns of `AuthorizationFacts`, with the oldest unpaid month. */
export const selectFacts: Sql = sql`
  select pa.id, pa.line_id, pa.provider, pa.payer_name, pa.cpf_mask, pa.cents, pa.state, pa.allows_retries, pa.credits,
    pa.anchor_day, ${authorizationStatus} as status, l.platform, l.username, coalesce(l.note, '') as note, l.whatsapp,
    l.expires_at, pa.authorized_at, pa.code_expires_at, pa.ended_at, pa.end_reason, open.due_on, open.tried_on,
    open.state as cycle_state, open.refusal_code, to_char(pa.next_due_on, 'YYYY-MM-DD') as next_due_on
  from ${authorizationsFrom}
  left join lateral (
    select to_char(c.due_on, 'YYYY-MM-DD') as due_on, to_char(c.tried_on, 'YYYY-MM-DD') as tried_on, c.state,
      c.refusal_code
    from pix_cycles c join charges h on h.id = c.charge_id
    where c.authorization_id = pa.id and c.state in ('planned', 'sent', 'scheduled', 'refused')
      and h.paid_at is null and h.state = 'pending'
    order by c.due_on limit 1
  ) open on true`;
