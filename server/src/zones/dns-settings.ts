/** The operator's DNS provider: its key is encrypted at rest and never returned. */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import type { DnsProvider, DnsProviderKind } from './port.ts';
import { cloudflare } from './providers/cloudflare.ts';
import { powerDns } from './providers/powerdns.ts';
import { sandboxDns } from './providers/sandbox.ts';

/**
 * Purpose of the key in `ctx.secrets`. Other parts of the server cannot decrypt a text encrypted
 * with it.
 */
const KEY_USE = 'dns-key';

export interface DnsSettings {
  readonly provider: DnsProviderKind;
  readonly sealedKey: Buffer | null;
  readonly account: string | null;
  readonly nameServers: readonly string[];
  readonly target: string | null;
  readonly provenAt: Date | null;
  readonly finding: string | null;
  /** Comment that identifies the panel's records. */
  readonly mark: string;
}

export const readDnsSettings = async (db: Reader): Promise<DnsSettings> =>
  (await db.first<DnsSettings>(sql`
    select provider, sealed_key, account, name_servers, host(target) as target,
      proven_at, finding, 'ramal:' || installation as mark
    from dns_settings`))!;

export const sealDnsKey = ({ secrets }: Pick<AppContext, 'secrets'>, key: string): Buffer =>
  secrets.encrypt(KEY_USE, key);

interface DnsAccess {
  readonly provider: DnsProviderKind;
  readonly key: string;
  readonly account: string | null;
  readonly nameServers: readonly string[];
}

export function dnsProvider(
  { config }: Pick<AppContext, 'config'>,
  { provider, key, account, nameServers }: DnsAccess,
): DnsProvider {
  if (provider === 'cloudflare')
    return cloudflare({ baseUrl: config.cloudflareUrl, token: key, account: account ?? undefined });
  if (provider === 'powerdns') return powerDns({ baseUrl: config.powerDnsUrl, key, nameServers });
  return sandboxDns;
}

/** Returns the current provider; the sandbox if no key is stored. */
export function openDnsProvider(
  ctx: Pick<AppContext, 'config' | 'secrets'>,
  settings: DnsSettings,
): DnsProvider {
  const { sealedKey } = settings;
  if (!sealedKey) return sandboxDns;
  return dnsProvider(ctx, { ...settings, key: ctx.secrets.decrypt(KEY_USE, sealedKey) });
}

export async function currentDns(
  ctx: Pick<AppContext, 'db' | 'config' | 'secrets'>,
): Promise<{ readonly provider: DnsProvider; readonly settings: DnsSettings }> {
  const settings = await readDnsSettings(ctx.db);
  return { provider: openDnsProvider(ctx, settings), settings };
}
