import sql from 'sql-template-tag';
import { type Gap, refreshOfferedDays, type StoredProof } from '../../../catalogue/catalogue.ts';
import type { AppContext } from '../../../foundation/app-context.ts';
import type { PlayableSource } from '../open-archive.ts';

export interface ProofOutcome {
  readonly result: 'proven' | 'shorter' | 'live' | 'failed';
  readonly provedAt: Date;
  readonly proof: StoredProof;
}

export interface MeasuredSource extends PlayableSource {
  /** Number of used connections. Null if the source does not report it. */
  readonly connections: number | null;
  readonly maxConnections: number | null;
  /** Periods that the source did not record; empty if it does not report them. */
  readonly gaps: readonly Gap[];
}

/**
 * Stores the result of an archive check. The channel lists for players are built again only if the
 * archive is offered or withdrawn.
 */
export function storeProof(
  ctx: AppContext,
  streamId: number,
  { result, provedAt, proof }: ProofOutcome,
  sources: readonly MeasuredSource[],
): Promise<void> {
  return ctx.db.tx(async (tx) => {
    const before = await tx.first<{ proofResult: string | null }>(
      sql`select proof_result from channel_archives where stream_id = ${streamId} for update`,
    );
    if (!before) return;
    await tx.run(sql`
      update channel_archives set proof = ${JSON.stringify(proof)}::jsonb, proof_result = ${result},
        answered_days = ${proof.answeredDays}, proved_at = ${provedAt}
      where stream_id = ${streamId}`);
    for (const source of sources) {
      await tx.run(sql`
        update archive_sources set form = ${source.form}, differs_from_live = ${source.differsFromLive},
          gaps = ${JSON.stringify(source.gaps)}::jsonb, connections = ${source.connections}, max_connections = ${source.maxConnections},
          time_zone = case when kind = 'xtream' and not ${source.hasOwnZone} then ${source.timeZone} else time_zone end
        where id = ${source.id}`);
    }
    if ((before.proofResult === 'live') !== (result === 'live'))
      await tx.run(refreshOfferedDays(sql`select ${streamId}::bigint`));
  });
}
