/**
 * The current registrar and the registrars of earlier purchases. A name remains with the registrar
 * that sold it.
 */
import type { RegistrarKind } from '@ramal/contract/operations/dns-providers';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader } from '../../foundation/database.ts';
import { ProviderError } from '../../foundation/provider-error.ts';
import { currentDns, type DnsProvider } from '../../zones/zones.ts';
import { nameSilo } from './namesilo.ts';
import type { Registrar } from './registrar.ts';
import { sandboxRegistrar } from './sandbox.ts';
import { oncePer } from '../../foundation/shared-runs.ts';

export interface Registrars {
  /** Registrar of new purchases. */
  current(): Promise<Registrar>;
  get(kind: RegistrarKind): Promise<Registrar>;
  /** DNS provider for the zones of bought names. */
  dns(): Promise<BoughtNamesDns>;
}

export interface BoughtNamesDns {
  readonly provider: DnsProvider;
  readonly mark: string;
  /** Address that the records of bought names point to. */
  readonly target: string | null;
}

/**
 * Purpose for which `ctx.secrets` derives the key, so that no other part of the server can decrypt
 * the stored registrar key.
 */
const KEY_USE = 'registrar-key';

export const sealRegistrarKey = ({ secrets }: Pick<AppContext, 'secrets'>, key: string): Buffer =>
  secrets.encrypt(KEY_USE, key);

export interface RegistrarSettings {
  readonly registrar: RegistrarKind;
  readonly sealedKey: Buffer | null;
  readonly provenAt: Date | null;
  readonly balanceCents: number | null;
  readonly balanceAt: Date | null;
  readonly refusedAt: Date | null;
}

export const readRegistrarSettings = async (db: Reader): Promise<RegistrarSettings> =>
  (await db.first<RegistrarSettings>(sql`
    select registrar, sealed_key, proven_at, balance_cents::int as balance_cents,
      balance_at, refused_at
    from registrar_settings`))!;

/**
 * Returns one instance per process, so that the pause between requests applies to all requests of
 * the process.
 */
export const getRegistrars = oncePer((ctx: AppContext) => ctx.db, createRegistrars);

function createRegistrars(ctx: AppContext): Registrars {
  const { db, clock, config, secrets } = ctx;
  let cached: { readonly key: string; readonly registrar: Registrar } | undefined;
  const real = (key: string): Registrar => {
    if (cached?.key !== key)
      cached = {
        key,
        registrar: nameSilo({ baseUrl: config.namesiloUrl, key, onKeyRefused }),
      };
    return cached.registrar;
  };
  const onKeyRefused = () =>
    db
      .tx((tx) => tx.run(sql`update registrar_settings set refused_at = ${clock.now()}`))
      .catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'a rejected key could not be recorded'),
      );
  const getRegistrar = async (kind: RegistrarKind): Promise<Registrar> => {
    if (kind === 'sandbox') return sandboxRegistrar(ctx);
    const { sealedKey } = await readRegistrarSettings(db);
    if (!sealedKey)
      throw new ProviderError('namesilo', 'unauthorized', {
        message: 'Não há chave do registrador.',
      });
    return real(secrets.decrypt(KEY_USE, sealedKey));
  };
  return {
    get: getRegistrar,
    current: async () => getRegistrar((await readRegistrarSettings(db)).registrar),
    dns: async () => {
      const { provider, settings } = await currentDns(ctx);
      return { provider, mark: settings.mark, target: settings.target };
    },
  };
}
