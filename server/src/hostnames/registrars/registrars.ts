/** The registrar in force, and those of earlier purchases: a name stays with the one it was bought at. */
import type { RegistrarKind } from '@ramal/contract/operations/dns-providers';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader } from '../../foundation/database.ts';
import { currentDns, type DnsProvider } from '../../zones/zones.ts';
import { nameSilo } from './namesilo.ts';
import { type Registrar, RegistrarRefusal } from './registrar.ts';
import { sandboxRegistrar } from './sandbox.ts';

export interface Registrars {
  /** Of new purchases. */
  current(): Promise<Registrar>;
  of(kind: RegistrarKind): Promise<Registrar>;
  /** Where the zones of bought names are made. */
  dns(): Promise<BoughtNamesDns>;
}

export interface BoughtNamesDns {
  readonly provider: DnsProvider;
  readonly mark: string;
  /** Where bought names lead. */
  readonly target: string | null;
}

/** Of `ctx.secrets`: what is encrypted under it is of no use to another part. */
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
    select registrar, sealed_key as "sealedKey", proven_at as "provenAt", balance_cents::int as "balanceCents",
      balance_at as "balanceAt", refused_at as "refusedAt"
    from registrar_settings`))!;

const made = new WeakMap<AppContext['db'], Registrars>();

/** One for each process, so that its questions keep their pace. */
export function registrarsOf(ctx: AppContext): Registrars {
  const known = made.get(ctx.db) ?? createRegistrars(ctx);
  made.set(ctx.db, known);
  return known;
}

function createRegistrars(ctx: AppContext): Registrars {
  const { db, clock, config, secrets } = ctx;
  let kept: { readonly key: string; readonly registrar: Registrar } | undefined;
  const real = (key: string): Registrar => {
    if (kept?.key !== key)
      kept = {
        key,
        registrar: nameSilo({ baseUrl: config.namesiloUrl, key, onKeyRefused }),
      };
    return kept.registrar;
  };
  const onKeyRefused = () =>
    db
      .tx((tx) => tx.run(sql`update registrar_settings set refused_at = ${clock.now()}`))
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'a refused key was not noted'));
  const of = async (kind: RegistrarKind): Promise<Registrar> => {
    if (kind === 'sandbox') return sandboxRegistrar(ctx);
    const { sealedKey } = await readRegistrarSettings(db);
    if (!sealedKey) throw new RegistrarRefusal('Não há chave do registrador.', true);
    return real(secrets.decrypt(KEY_USE, sealedKey));
  };
  return {
    of,
    current: async () => of((await readRegistrarSettings(db)).registrar),
    dns: async () => {
      const { provider, settings } = await currentDns(ctx);
      return { provider, mark: settings.mark, target: settings.target };
    },
  };
}
