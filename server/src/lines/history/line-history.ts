/** Describes the history of a line as sentences with actor, time, changes and price. */
import { findLabel } from '@ramal/contract/api/validation';
import { lineFields } from '@ramal/contract/lines/line-fields';
import { fromHundredths } from '@ramal/contract/rules/money';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import { channelLabels, type ReminderChannel } from '@ramal/contract/rules/reminders';
import sql from 'sql-template-tag';
import { titleOf } from '../../activity-log/activity-log.ts';
import { bouquetNames } from '../../catalogue/catalogue.ts';
import type { Caller } from '../../foundation/caller.ts';
import { formatDateTime, unixSeconds } from '../../foundation/clock.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { type PageQuery, boundedTotal, toPageAnswer, limitOffset } from '../../foundation/pages.ts';
import { inTree } from '../../access/access.ts';
import { findAccessibleLine } from '../find-accessible-line.ts';
import { detailNames } from '../line.ts';

type EventData = Record<string, string | number | boolean | null | readonly number[]>;

interface EventRow {
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly actor: string | null;
  readonly actorProfile: string | null;
  /**
   * True if the actor is the reader or a descendant. Only then are the actor's name and IP address
   * shown.
   */
  readonly isActorVisible: boolean;
  readonly before: EventData | null;
  readonly after: EventData | null;
  readonly address: string | null;
}

export async function readLineHistory(
  ctx: AppContext,
  { actor }: Caller,
  lineId: number,
  query: PageQuery,
) {
  const line = await findAccessibleLine(ctx.db, actor, { id: lineId }, ctx.clock.now());
  const total = await boundedTotal(ctx.db, sql`select from events where line_id = ${line.id}`);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await ctx.db.many<EventRow>(sql`
    select e.id, e.at, e.kind, a.username as actor, a.profile as actor_profile,
      coalesce(${inTree(actor, sql`e.actor_id`)}, false) as is_actor_visible, e.before, e.after, host(e.address) as address
    from events e left join accounts a on a.id = e.actor_id
    where e.line_id = ${line.id} order by e.id desc limit ${limit} offset ${offset}`);
  const names = await bouquetNames(
    ctx.db,
    rows.flatMap(({ before, after }) => [...bouquetsOf(before), ...bouquetsOf(after)]),
  );
  const { timeZone } = ctx.clock;
  return toPageAnswer(
    query,
    total,
    rows.map((row) => ({
      id: row.id,
      date: formatDateTime(row.at, timeZone),
      timestamp: unixSeconds(row.at),
      actor: nameOf(row),
      kind: row.kind,
      expiresTimestamp: row.after?.expiresAt
        ? unixSeconds(new Date(String(row.after.expiresAt)))
        : null,
      cents: line.ownerId === actor.id ? amountOf(row) : null,
      title: shortTitles[row.kind] ?? titleOf(row.kind),
      details: details(row, names, timeZone),
      charged: fromHundredths(Number(row.after?.hundredths ?? 0)),
      ip: row.isActorVisible ? row.address : null,
    })),
  );
}

/** Amount of a payment in cents. Null for other events. */
const amountOf = ({ after }: EventRow): number | null => {
  const cents = after?.cents ?? after?.saleCents;
  return typeof cents === 'number' ? cents : null;
};

/**
 * Returns the name of the actor as the reader may see it. The names of accounts outside the
 * reader's tree are hidden, even in the history of the reader's own lines.
 */
function nameOf({ actor, actorProfile, isActorVisible }: EventRow): string {
  // Events that jobs recorded have no actor.
  if (!actor) return 'Sistema';
  if (isActorVisible && actor) return actor;
  if (actorProfile === null) return 'Sistema';
  return actorProfile === 'admin' ? 'Administração' : 'Quem vende para você';
}

/** Titles that differ from those of the log, mostly because the history is about one line. */
const shortTitles: Record<string, string> = {
  'recharge-waiting': 'Pagamento à espera de crédito',
  'line-edited': 'Dados editados',
  'line-informed': 'Renovação avisada no WhatsApp',
  'line-reminded': 'Lembrete enviado',
  'line-password-renewed': 'Senha nova',
  'screens-contested': 'Aparelhos disputam a tela; troca pausada por 2 minutos',
  'line-blocked-for-abuse': 'Bloqueada por abuso',
  'line-unblocked': 'Desbloqueada, com senha nova',
  'box-registered': 'Caixa cadastrada',
  'box-removed': 'Caixa removida',
};

const reasons: Record<string, string> = {
  'clean-trials': 'Na limpeza dos testes',
  'reseller-deleted': 'Com a exclusão da revenda',
  'reseller-restored': 'Com a restauração da revenda',
};

const labels: Record<string, string> = {
  ...Object.fromEntries(
    (['username', ...detailNames] as const).map((name) => [
      name,
      findLabel(lineFields.iptv[name].edit, []) ?? name,
    ]),
  ),
  device: 'Aparelho',
  package: 'Pacote',
  bouquets: 'Bouquets',
};

const labelOf = (platform: EventData[string]): string =>
  platforms[platform as PlatformKey]?.label ?? String(platform);

const bouquetsOf = (data: EventData | null): readonly number[] =>
  Array.isArray(data?.bouquets) ? data.bouquets : [];

function details(
  { before, after }: EventRow,
  bouquets: ReadonlyMap<number, string>,
  timeZone: string,
): string[] {
  const lines: string[] = [];
  const date = (value: unknown) => formatDateTime(new Date(String(value)), timeZone);
  if (after?.expiresAt) {
    lines.push(
      before?.expiresAt
        ? `Vencimento: ${date(before.expiresAt)} → ${date(after.expiresAt)}`
        : `Vencimento: ${date(after.expiresAt)}`,
    );
  }
  if (after?.testHours)
    lines.push(
      after.testHours === 1 ? 'Teste de 1 hora' : `Teste de ${Number(after.testHours)} horas`,
    );
  if (after?.list) lines.push(`Lista de origem: ${String(after.list)}`);
  if (after?.freeDays) lines.push(`Isenta de créditos por ${Number(after.freeDays)} dias`);
  if (before?.platform && after?.platform)
    lines.push(`Plataforma: ${labelOf(before.platform)} → ${labelOf(after.platform)}`);
  if (after?.reason) lines.push(`Motivo: ${String(after.reason)}`);
  if (after?.undone) lines.push(titleOf(String(after.undone)));
  if (after?.automatic) lines.push('Bloqueio automático');
  const channel = channelLabels[String(after?.channel) as ReminderChannel] as string | undefined;
  if (channel) lines.push(channel);
  const because = reasons[String(after?.because)];
  if (because) lines.push(because);
  const shown = (value: EventData[string] | undefined): string =>
    (typeof value === 'object' && value
      ? value.map((id) => bouquets.get(id) ?? id).join(', ')
      : String(value ?? '')) || '-';
  for (const [name, label] of Object.entries(labels)) {
    if (!after || !(name in after)) continue;
    const [old, now] = [shown(before?.[name]), shown(after[name])];
    if (before && old !== now) lines.push(`${label}: ${old} → ${now}`);
    else if (!before && now !== '-') lines.push(`${label}: ${now}`);
  }
  return lines;
}
