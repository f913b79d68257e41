/** Lists, creates and revokes probe agents. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import {
  type createProbeAgent as createDeclaration,
  type listProbeAgents as listDeclaration,
  MAX_PROBE_AGENTS,
  type ProbeAgent,
  type revokeProbeAgent as revokeDeclaration,
} from '@ramal/contract/operations/probe-agents';
import sql, { type Sql } from 'sql-template-tag';
import { reachedUrl } from '../../foundation/caller.ts';
import { insertEventCte, recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { combineCtes, type Reader, violatedConstraint } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { commandLine } from '../../foundation/start/command-line.ts';
import { PROBER } from '../targets.sql.ts';
import { createAgentKey } from './agent-key.ts';
import { freshSince, isDoubtful } from './votes.ts';

/**
 * Name of the derived key in `ctx.secrets` that encrypts the keys of probe agents. Other derived
 * keys cannot decrypt them.
 */
export const AGENT_KEY_USE = 'probe-place';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly publicId: string;
  readonly reportedAt: Date | null;
  readonly reportedIp: string | null;
  readonly targets: number;
  readonly failing: number;
}

const selectAgents = (condition: Sql): Sql => sql`
  select p.id, p.name, p.public_id, p.reported_at, host(p.reported_ip) as reported_ip,
    count(r.target_id)::int as targets, count(r.failed)::int as failing
  from probe_places p left join place_results r on r.place_id = p.id and r.at = p.reported_at
  where p.revoked_at is null and ${condition}
  group by p.id order by p.name`;

const serialize = ({ publicId, reportedAt, reportedIp, ...row }: Row, now: Date): ProbeAgent => ({
  ...row,
  prefix: `rmp_${publicId}`,
  reportedAtTimestamp: reportedAt && unixSeconds(reportedAt),
  reportedIp,
  state: !reportedAt
    ? 'new'
    : reportedAt <= freshSince(now)
      ? 'silent'
      : isDoubtful(row)
        ? 'doubtful'
        : 'voting',
});

export async function listAgents({
  db,
  clock,
}: AppContext): Promise<HandlerResult<typeof listDeclaration>> {
  const rows = await db.many<Row>(selectAgents(sql`true`));
  const ownHealth = await db.first<{ state: string }>(
    sql`select state from probed_targets where kind = ${PROBER} and target_id = 0`,
  );
  return {
    data: rows.map((row) => serialize(row, clock.now())),
    own: ownHealth ? (ownHealth.state === 'down' ? 'doubtful' : 'voting') : await ownState(db),
  };
}

/**
 * Returns the state of this server's own prober, which has no row before its first suspicion. Until
 * then, any probed target means that the prober works.
 */
const ownState = async (reader: Reader): Promise<'new' | 'voting'> =>
  (await reader.first(sql`select from probed_targets limit 1`)) ? 'voting' : 'new';

export async function createAgent(
  { db, clock, secrets }: AppContext,
  { actor, body, requestMeta }: Call<typeof createDeclaration>,
): Promise<HandlerResult<typeof createDeclaration>> {
  const { key, publicId, secret } = createAgentKey();
  const now = clock.now();
  try {
    const row = await db.tx(async (tx) => {
      await tx.first(sql`select pg_advisory_xact_lock(hashtext('probe-places')) is null as locked`);
      const count = await tx.first<{ places: number }>(
        sql`select count(*)::int as places from probe_places where revoked_at is null`,
      );
      if (count!.places >= MAX_PROBE_AGENTS)
        refuse('probe_places_too_many', { values: { most: MAX_PROBE_AGENTS } });
      await tx.run(
        combineCtes({
          place: sql`
            insert into probe_places (name, public_id, sealed_secret, created_by, created_at)
            values (${body.name}, ${publicId}, ${secrets.encrypt(AGENT_KEY_USE, secret)}, ${actor.id}, ${now})`,
          event: insertEventCte(requestMeta, {
            kind: 'probe-place-created',
            actorId: actor.id,
            after: { name: body.name },
          }),
        }),
      );
      return tx.first<Row>(selectAgents(sql`p.public_id = ${publicId}`));
    });
    return {
      message: 'Ponto de verificação criado',
      key,
      command: `RAMAL_PROBE_URL=${reachedUrl(requestMeta)} RAMAL_PROBE_KEY=${key} ${commandLine('probe')}`,
      ...serialize(row!, now),
    };
  } catch (error) {
    if (violatedConstraint(error) === 'probe_places_name_key') refuse('probe_place_taken');
    throw error;
  }
}

export const revokeAgent = (
  { db, clock }: AppContext,
  { actor, params, requestMeta }: Call<typeof revokeDeclaration>,
): Promise<HandlerResult<typeof revokeDeclaration>> =>
  db.tx(async (tx) => {
    const gone = await tx.first<{ name: string }>(sql`
      update probe_places set revoked_at = ${clock.now()}
      where id = ${params.id} and revoked_at is null returning name`);
    if (!gone) return refuse('probe_place_not_found');
    await tx.run(sql`delete from place_results where place_id = ${params.id}`);
    await recordEvent(tx, requestMeta, {
      kind: 'probe-place-revoked',
      actorId: actor.id,
      before: { name: gone.name },
    });
    return { id: params.id, message: 'Chave revogada. Este ponto não vota mais.' };
  });
