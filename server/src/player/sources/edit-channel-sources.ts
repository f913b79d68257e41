/** Changes the order of a channel's sources, and adds and removes sources. */
import type { editChannelSources as editing } from '@ramal/contract/catalogue/channel-sources';
import { parseHeaderLines } from '@ramal/contract/catalogue/source-headers';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { withSourceHeaders } from '../../foundation/untrusted/fetch-source.ts';
import {
  type ChannelSourceRow,
  readChannelSources,
  selectChannelSources,
} from './read-channel-sources.ts';
import { switchSources } from './store-measures.ts';

type SourceBody = Call<typeof editing>['body']['sources'][number];

const MAX_ADDRESS_LENGTH = 2000;

export async function changeChannelSources(
  ctx: AppContext,
  { params, body, actor, requestMeta }: Call<typeof editing>,
): Promise<HandlerResult<typeof editing>> {
  const now = ctx.clock.now();
  return ctx.db.tx(async (tx) => {
    const stream = await tx.first(
      sql`select id from streams where id = ${params.id} and kind = 'live' for update`,
    );
    if (!stream) refuse('stream_not_found');
    const before = await readChannelSources(ctx, tx, params.id);
    const rows = await selectChannelSources(tx, params.id, now);
    await writeSources(tx, params.id, mergeSources(body.sources, rows));
    await switchSources(tx, [params.id], now);
    const after = await readChannelSources(ctx, tx, params.id);
    await recordEvent(tx, requestMeta, {
      kind: 'channel-sources-edited',
      actorId: actor.id,
      before: { stream: params.id, sources: before.sources.map(describe) },
      after: { sources: after.sources.map(describe) },
    });
    return { ...after, message: 'Fontes salvas com sucesso' };
  });
}

const describe = ({ shown, isOwn }: { shown: string; isOwn: boolean }): string =>
  isOwn ? `${shown || 'interna'} (da lista)` : shown;

/** An existing source, or the address of a new one. */
type MergedSource = { readonly id: number } | { readonly address: string };

function mergeSources(
  bodies: readonly SourceBody[],
  rows: readonly ChannelSourceRow[],
): MergedSource[] {
  const refuseField = (index: number, field: string, text: string) =>
    refuse('invalid_fields', { fields: { [`sources.${index}.${field}`]: text } });
  const seen = new Set<string>();
  const merged = bodies.map((body, index): MergedSource => {
    const row = rows.find(({ id }) => id === body.id);
    if (body.id !== undefined && !row)
      return refuseField(index, 'id', 'Esta fonte não existe mais. Abra as fontes de novo.');
    const address = row?.address ?? addressOf(body);
    if (address === '') return refuseField(index, 'address', 'Informe o endereço da fonte.');
    if (address.length > MAX_ADDRESS_LENGTH)
      return refuseField(index, 'address', 'O endereço com os cabeçalhos é longo demais.');
    if (seen.has(address))
      return refuseField(index, row ? 'id' : 'address', 'Esta fonte já está na lista.');
    seen.add(address);
    return row ? { id: row.id } : { address };
  });
  const fromList = rows.find(({ isOwn }) => isOwn);
  if (fromList && !merged.some((source) => 'id' in source && source.id === fromList.id))
    refuse('invalid_fields', {
      fields: { sources: 'A fonte da lista fica: mude a ordem, ou oculte o canal.' },
    });
  return merged;
}

const addressOf = ({ address = '', headers = '' }: SourceBody): string =>
  address === '' ? '' : withSourceHeaders(address, parseHeaderLines(headers).headers);

/** Writes the sources in their order. Sources that are not listed are deleted. */
async function writeSources(
  tx: Tx,
  streamId: number,
  sources: readonly MergedSource[],
): Promise<void> {
  const existing = sources.flatMap((source) => ('id' in source ? source.id : []));
  await tx.run(sql`delete from channel_sources where stream_id = ${streamId} and address is not null
    and not id = any(${existing}::bigint[])`);
  for (const [position, source] of sources.entries()) {
    await tx.run(
      'id' in source
        ? sql`update channel_sources set position = ${position} where id = ${source.id}`
        : sql`insert into channel_sources (stream_id, position, address)
            values (${streamId}, ${position}, ${source.address})`,
    );
  }
}
