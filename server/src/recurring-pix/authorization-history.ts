/** History of an authorization: its first payment, the debits and tries of each month, and its end. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { listAuthorizationHistory as declaration } from '@ramal/contract/payments/authorizations';
import { fromHundredths } from '@ramal/contract/rules/money';
import {
  type AuthorizationEnd,
  type CycleState,
  refusalTexts,
} from '@ramal/contract/rules/payments/recurring-pix';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { localDay, unixSeconds } from '../foundation/clock.ts';
import { toRefusalReason } from '../payments/payments.ts';
import type { Authorization, Cycle, SkipReason } from './authorizations.sql.ts';

type Entry = HandlerResult<typeof declaration>[number];

const MAX_ENTRIES = 100;

interface HistoryRow {
  readonly cycleId: number;
  readonly attempt: number | null;
  readonly dueOn: string;
  readonly state: Cycle['state'];
  readonly skipReason: SkipReason | null;
  readonly tryState: string | null;
  readonly refusalCode: string | null;
  readonly cents: number;
  readonly paidAt: Date | null;
}

export async function readHistory(
  { db, clock }: AppContext,
  authorization: Authorization,
): Promise<Entry[]> {
  const rows = await db.many<HistoryRow>(sql`
    select c.id as cycle_id, t.attempt, to_char(coalesce(t.due_on, c.due_on), 'YYYY-MM-DD') as due_on, c.state,
      c.skip_reason, t.state as try_state, t.refusal_code, h.cents, h.paid_at
    from pix_cycles c join charges h on h.id = c.charge_id left join pix_tries t on t.cycle_id = c.id
    where c.authorization_id = ${authorization.id}
    order by c.due_on desc, c.id desc, t.attempt desc nulls last limit ${MAX_ENTRIES}`);
  const first = await db.first<{ cents: number; paidAt: Date | null }>(
    sql`select cents, paid_at from charges where id = ${authorization.firstChargeId}`,
  );
  const dayOf = (at: Date): string => localDay(at, clock.timeZone);
  return [
    ...(authorization.endedAt
      ? [plain('ended', dayOf(authorization.endedAt), endTexts[authorization.endReason!])]
      : []),
    ...rows.map((row, index) => toEntry(row, rows[index - 1]?.cycleId !== row.cycleId)),
    ...(authorization.authorizedAt
      ? [plain('authorized', dayOf(authorization.authorizedAt), '')]
      : []),
    ...(first?.paidAt
      ? [
          {
            ...plain('first-payment', dayOf(first.paidAt), ''),
            state: 'paid' as const,
            value: fromHundredths(first.cents),
            paidTimestamp: unixSeconds(first.paidAt),
          },
        ]
      : []),
  ].slice(0, MAX_ENTRIES);
}

const plain = (kind: Entry['kind'], on: string, text: string): Entry => ({
  kind,
  on,
  state: null,
  value: null,
  text,
  code: '',
  paidTimestamp: null,
});

/**
 * Converts a try to an entry. The newest try of a month has the state of the month; earlier ones
 * were refused.
 */
function toEntry(row: HistoryRow, isNewest: boolean): Entry {
  const code = row.refusalCode ?? '';
  const refused = code ? refusalTexts[toRefusalReason(code)].seller : '';
  return {
    kind: row.attempt === null || row.attempt === 0 ? 'charge' : 'retry',
    on: row.dueOn,
    state: isNewest ? toCycleState(row) : 'refused',
    value: fromHundredths(row.cents),
    text: isNewest && row.skipReason && !row.paidAt ? skipTexts[row.skipReason] : refused,
    code,
    paidTimestamp: isNewest && row.paidAt ? unixSeconds(row.paidAt) : null,
  };
}

/**
 * Returns the state of a month for readers. A removed month counts as skipped if the line was
 * renewed in another way.
 */
export function toCycleState({
  state,
  skipReason,
  paidAt,
}: Pick<HistoryRow, 'state' | 'skipReason' | 'paidAt'>): CycleState {
  if (paidAt) return 'paid';
  if (state !== 'removing' && state !== 'removed') return state;
  return skipReason === 'renewed-by-hand' || skipReason === 'paid-by-hand'
    ? 'skipped'
    : 'cancelled';
}

const skipTexts: Readonly<Record<SkipReason, string>> = {
  'renewed-by-hand': 'Renovada à mão',
  'paid-by-hand': 'Trocada por um Pix à mão',
  ended: 'A autorização terminou',
  'too-late': 'Tarde demais para o banco',
  rejected: 'O provedor não aceitou a cobrança',
  refunded: 'Um pagamento anterior foi devolvido',
  unpaid: 'Ninguém pagou este mês',
  'removed-at-provider': 'A cobrança foi removida no provedor',
};

const endTexts: Readonly<Record<AuthorizationEnd, string>> = {
  'not-authorized': 'Não foi autorizada',
  'customer-portal': 'O cliente parou no portal',
  'customer-bank': 'O cliente encerrou no banco',
  seller: 'Encerrada por quem vende',
  price: 'O cliente autorizou outro preço',
  replaced: 'O cliente autorizou de novo',
  'line-deleted': 'A linha foi deletada',
  'line-blocked': 'A linha foi bloqueada',
  'line-moved': 'A linha mudou de dono ou de plataforma',
  provider: 'Encerrada pelo provedor',
};
