/** Lists records that differ at the DNS provider from those of the panel, during a quarantine. */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { OutsideEvent, OutsideReading, OutsideSource } from '../quarantine/quarantine.ts';
import { currentDns } from './dns-settings.ts';
import { restoreRecord } from './edit-provider.ts';
import { findRecord, recordAction } from './records.ts';

export const outsideRecords: OutsideSource = {
  kind: 'record',
  where: 'DNS',
  read: (ctx, _since, late) => readDivergentRecords(ctx, late),
  act: async (ctx, caller, { key }) => {
    const state = await restoreRecord(ctx, caller, key);
    if (state === 'made') return 'O registro diz de novo o que o painel quer';
    return state === undefined || state === 'no-zone' ? undefined : 'O painel continua sozinho';
  },
};

async function readDivergentRecords(ctx: AppContext, late: AbortSignal): Promise<OutsideReading> {
  const { provider, settings } = await currentDns(ctx);
  const events: OutsideEvent[] = [];
  if (provider.kind === 'sandbox') return { events, unread: [] };
  const rows = await ctx.db.many<{ name: string; zone: string }>(sql`
    select name, zone from dns_records where zone is not null order by name`);
  for (const [readCount, { name, zone }] of rows.entries()) {
    if (late.aborted) {
      const where = `DNS de ${rows.length - readCount} nomes`;
      return { events, unread: [{ where, why: 'Faltou tempo.' }] };
    }
    const current = await provider.read(zone, name);
    const record = await findRecord(ctx.db, name);
    const action = record && recordAction(record, current, settings.mark);
    if (action === 'foreign') events.push(toEvent(name, current?.values ?? [], null));
    if (action === 'write' && current) events.push(toEvent(name, current.values, record!.ip));
  }
  return { events, unread: [] };
}

/**
 * Creates an event. `values` are the values at the provider, such as `A 200.160.4.18`; empty if the
 * record was deleted. `backTo` is the value that the panel will restore; null for a record that
 * remains until an admin takes it over.
 */
const toEvent = (name: string, values: readonly string[], backTo: string | null): OutsideEvent => ({
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
