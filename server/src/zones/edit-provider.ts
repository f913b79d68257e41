/** Reads and changes the operator's DNS provider. A key is verified before it is stored. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse, refuseFields } from '@ramal/contract/api/errors';
import type {
  getDnsProvider as getDeclaration,
  saveDnsProvider as saveDeclaration,
  takeOverRecord as takeOverDeclaration,
} from '@ramal/contract/operations/dns-providers';
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import { combineCtes } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { isProviderRejection, isProviderUnavailable } from '../foundation/provider-error.ts';
import { storedForAddress } from '../foundation/stored-secrets.ts';
import { allowedAddresses } from '../foundation/untrusted/reachable.ts';
import {
  currentDns,
  type DnsSettings,
  dnsProvider,
  openDnsProvider,
  readDnsSettings,
  sealDnsKey,
} from './dns-settings.ts';
import { syncRecord, type RecordState, takeOverRecord } from './records.ts';

type State = HandlerResult<typeof getDeclaration>;
type Input = Call<typeof saveDeclaration>;

export async function getDnsProvider({ db, config }: AppContext): Promise<State> {
  const settings = await readDnsSettings(db);
  const counts = await db.first<{ records: number; foreign: number }>(sql`
    select count(*)::int as records, count(*) filter (where state = 'foreign')::int as foreign from dns_records`);
  return {
    provider: settings.provider,
    powerdnsUrl: config.powerDnsUrl,
    account: settings.account,
    nameServers: [...settings.nameServers],
    target: settings.target,
    provenAtTimestamp: settings.provenAt && unixSeconds(settings.provenAt),
    finding: settings.finding,
    ...counts!,
  };
}

export async function saveDnsProvider(
  ctx: AppContext,
  call: Input,
): Promise<HandlerResult<typeof saveDeclaration>> {
  if (!call.actor.hasSecondFactor) refuse('second_factor_required');
  const before = await readDnsSettings(ctx.db);
  checkProviderFields(ctx, call, before);
  const finding = await asking(() => providerToBe(ctx, call, before).prove());
  await ctx.db.tx(async (tx) => {
    if (call.body.provider === 'sandbox' && (await usesRealRegistrar(tx)))
      refuse('registrar_first');
    await tx.run(saving(ctx, call, before, finding));
  });
  return { message: 'Provedor de DNS alterado', ...(await getDnsProvider(ctx)) };
}

export const checkDnsProvider = async (ctx: AppContext, call: Input): Promise<void> =>
  checkProviderFields(ctx, call, await readDnsSettings(ctx.db));

/**
 * Checks the fields. A bought name needs an address. PowerDNS needs two name servers, because
 * registrars require them.
 */
function checkProviderFields(
  { config }: Pick<AppContext, 'config'>,
  { body }: Input,
  before: DnsSettings,
): void {
  if (body.provider === 'sandbox') return;
  const problems: Record<string, string> = {};
  if (!body.key && !storedForAddress(before, body, ['provider']))
    problems.key = 'Cole a chave para prová-la.';
  if (!body.target) problems.target = 'Escreva o IP ao qual os espectadores chegam.';
  else if (!allowedAddresses(config.privateOrigins).address(body.target))
    problems.target = 'Escreva um IP público, ao qual os espectadores chegam.';
  if (body.provider === 'powerdns' && body.nameServers.length < 2)
    problems.nameServers = 'Escreva ao menos dois servidores de nomes.';
  refuseFields(problems);
}

function providerToBe(ctx: AppContext, { body }: Input, before: DnsSettings) {
  const { provider, account = null, nameServers } = body;
  if (provider === 'sandbox' || body.key)
    return dnsProvider(ctx, { provider, key: body.key ?? '', account, nameServers });
  return openDnsProvider(ctx, { ...before, account, nameServers });
}

const usesRealRegistrar = async (tx: Pick<AppContext['db'], 'first'>): Promise<boolean> =>
  (await tx.first<{ registrar: string }>(sql`select registrar from registrar_settings for share`))!
    .registrar !== 'sandbox';

/**
 * Stores the settings. After a change of the provider or its account all records are written again.
 * After a change of the address only the records that follow the address are written again.
 */
function saving(
  ctx: AppContext,
  { actor, requestMeta, body }: Input,
  before: DnsSettings,
  finding: string,
) {
  const { provider, key, account = null, nameServers, target = null } = body;
  const now = ctx.clock.now();
  const isReal = provider !== 'sandbox';
  const sealed = key && isReal ? sealDnsKey(ctx, key) : isReal ? before.sealedKey : null;
  const isOther = provider !== before.provider || account !== before.account;
  return combineCtes({
    settings: sql`
      update dns_settings set provider = ${provider}, sealed_key = ${sealed}, account = ${account},
        name_servers = ${[...nameServers]}, target = coalesce(${target}::inet, target),
        proven_at = ${isReal ? now : null}, finding = ${isReal ? finding : null}`,
    records: sql`
      update dns_records set check_at = ${now},
        ip = case when follows_target then coalesce(${target}::inet, ip) else ip end,
        state = case when ${isOther} or state <> 'foreign' then 'waiting' else state end,
        zone = case when ${!isOther} then zone end, written = case when ${!isOther} then written end,
        attempted = case when ${!isOther} then attempted end, found = case when ${!isOther} then found end,
        found_at = case when ${!isOther} then found_at end
      where ${isOther} or (follows_target and ip is distinct from coalesce(${target}::inet, ip))`,
    event: insertEventCte(requestMeta, {
      kind: 'dns-provider-set',
      actorId: actor.id,
      before: { provider: before.provider, target: before.target },
      after: { provider, target: target ?? before.target },
    }),
  });
}

export async function adoptRecord(
  ctx: AppContext,
  { actor, requestMeta, body }: Call<typeof takeOverDeclaration>,
): Promise<HandlerResult<typeof takeOverDeclaration>> {
  const { provider, settings } = await currentDns(ctx);
  const state = await asking(() =>
    takeOverRecord(
      ctx,
      { provider, mark: settings.mark },
      { name: body.name, actorId: actor.id, origin: requestMeta },
    ),
  );
  if (!state) return refuse('record_not_foreign');
  const message = state === 'made' ? 'Registro assumido pelo painel' : 'O painel continua sozinho';
  return { message, state };
}

/**
 * Takes a record over like `takeOverRecord`, even if no job has checked it yet. A record that
 * already has the panel's value does not change.
 */
export async function restoreRecord(
  ctx: AppContext,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
  name: string,
): Promise<RecordState | undefined> {
  const { provider, settings } = await currentDns(ctx);
  const access = { provider, mark: settings.mark };
  return asking(async () => {
    const current = await syncRecord(ctx, access, name);
    if (current !== 'foreign') return current;
    return takeOverRecord(ctx, access, { name, actorId: actor.id, origin: requestMeta });
  });
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (isProviderRejection(error))
      return refuse('dns_key_refused', { values: { problem: error.message } });
    if (isProviderUnavailable(error)) return refuse('dns_provider_silent');
    throw error;
  }
}
