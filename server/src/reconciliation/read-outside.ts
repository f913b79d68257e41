/** Asks the payment provider, the registrar and the DNS provider what they know and we do not. Changes nothing. */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { listOutside } from '@ramal/contract/operations/quarantine';
import { countRestoredKeys } from '../api-keys/api-keys.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import { isProviderRejection, ProviderError } from '../foundation/provider-error.ts';
import { unknownHostnames } from '../hostnames/hostnames.ts';
import { type UnknownPayment, paymentsSince } from '../payments/payments.ts';
import { countWaiting } from '../outbox/outbox.ts';
import { readQuarantine, readSettled } from '../quarantine/quarantine.ts';
import { countWaitingReminders } from '../reminders/reminders.ts';
import { type DivergentRecord, findDivergentRecords } from '../zones/zones.ts';

type View = HandlerResult<typeof listOutside>;
type OutsideEvent = View['happened'][number];
type UnreviewedEvent = Omit<OutsideEvent, 'settled'>;
interface Part {
  readonly happened: readonly UnreviewedEvent[];
  readonly unread: View['unread'];
}

/** Time limit for further requests; open ones keep their provider's timeout. */
const ASKING_MS = 20_000;

const reading = new WeakMap<AppContext['db'], Promise<View>>();

/** Reads once per process at a time: concurrent callers get the same result. */
export function readOutside(ctx: AppContext): Promise<View> {
  const running = reading.get(ctx.db);
  if (running) return running;
  const mine = read(ctx).finally(() => reading.delete(ctx.db));
  reading.set(ctx.db, mine);
  return mine;
}

async function read(ctx: AppContext): Promise<View> {
  const restore = await readQuarantine(ctx.db);
  if (!restore) return refuse('not_in_quarantine');
  const late = AbortSignal.timeout(ASKING_MS);
  const parts = await Promise.all([
    ofPayments(ctx, restore.madeAt, late),
    orUnread(ctx, 'Registrador', async () => ({
      happened: (await unknownHostnames(ctx)).map(bought),
      unread: [],
    })),
    orUnread(ctx, 'DNS', () => ofRecords(ctx, late)),
  ]);
  return {
    sinceTimestamp: unixSeconds(restore.madeAt),
    happened: withSettled(
      parts.flatMap(({ happened }) => happened),
      await readSettled(ctx.db),
    ),
    messages: await waitingMessages(ctx),
    keys: await countRestoredKeys(ctx.db, {
      restoredAt: restore.restoredAt,
      now: ctx.clock.now(),
    }),
    unread: parts.flatMap(({ unread }) => unread),
  };
}

async function waitingMessages({ db, clock }: AppContext): Promise<View['messages']> {
  const now = clock.now();
  const [deliveries, { waiting, overdue }] = await Promise.all([
    countWaiting(db, now),
    countWaitingReminders(db, now),
  ]);
  return { waiting: deliveries + waiting, overdue };
}

const nameOf = ({ kind, key }: Pick<UnreviewedEvent, 'kind' | 'key'>): string => `${kind} ${key}`;

/** Items that a person settled need no further act. */
function withSettled(
  events: readonly UnreviewedEvent[],
  settled: Awaited<ReturnType<typeof readSettled>>,
): OutsideEvent[] {
  const names = new Set(settled.map(nameOf));
  return events.map((event) => ({ ...event, settled: names.has(nameOf(event)) }));
}

const SILENT = 'Não respondeu.';

async function ofPayments(ctx: AppContext, since: Date, late: AbortSignal): Promise<Part> {
  const { unknown, unread } = await paymentsSince(ctx, since, late);
  return {
    happened: unknown.map(paid),
    unread: unread.map((name) => ({ where: `Pagamentos de ${name}`, why: SILENT })),
  };
}

const paid = (payment: UnknownPayment): UnreviewedEvent => {
  const { reference, purpose, subject, bought: what, at, cents } = payment;
  const isLost = subject === null;
  return {
    kind: 'payment',
    key: reference,
    subject: subject ?? 'Quem não está na cópia',
    what: `pagou ${what}`,
    atTimestamp: unixSeconds(at),
    cents,
    outcome: isLost
      ? 'Não há mais a que servir: devolva no provedor'
      : 'Recebe o que pagou, uma vez',
    needsPerson: isLost,
    act: isLost ? null : 'deliver',
    settledAs: isLost
      ? 'Já decidido: devolvido no provedor'
      : purpose === 'renewal'
        ? 'Já renovado à mão'
        : 'Já creditado à mão',
  };
};

const bought = (name: string): UnreviewedEvent => ({
  kind: 'hostname',
  key: name,
  subject: name,
  what: 'foi comprado',
  atTimestamp: null,
  cents: null,
  outcome: 'Fica fora do painel',
  needsPerson: true,
  act: 'adopt',
  settledAs: 'Já decidido: fica fora do painel',
});

async function ofRecords(ctx: AppContext, late: AbortSignal): Promise<Part> {
  const { records, unread } = await findDivergentRecords(ctx, late);
  return {
    happened: records.map(moved),
    unread: unread > 0 ? [{ where: `DNS de ${unread} nomes`, why: 'Faltou tempo.' }] : [],
  };
}

const moved = ({ name, values, backTo }: DivergentRecord): UnreviewedEvent => ({
  kind: 'record',
  key: name,
  subject: name,
  what: values.length > 0 ? `a zona diz ${values.join(', ')}` : 'não está mais na zona',
  atTimestamp: null,
  cents: null,
  outcome: backTo === null ? 'Fica como está' : `Volta para ${backTo}`,
  needsPerson: backTo === null,
  act: 'take-over',
  settledAs: 'Já decidido: fica como a zona diz',
});

/** A failing side does not hide the results of the others. */
async function orUnread(
  { log }: AppContext,
  where: string,
  ask: () => Promise<Part>,
): Promise<Part> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error, where }, 'what happened since the backup could not be read');
    return {
      happened: [],
      unread: [{ where, why: isProviderRejection(error) ? error.message : SILENT }],
    };
  }
}
