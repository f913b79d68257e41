/** Measures each step of a new installation. */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type WelcomeStep,
  type viewWelcome as declaration,
  welcomeSteps,
} from '@ramal/contract/operations/welcome';
import sql from 'sql-template-tag';
import { readRemotes } from '../backups/backups.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import { commandLine } from '../foundation/start/command-line.ts';
import { findRelay } from '../messaging/messaging.ts';
import { type ProbeAnswer, probeHttp } from '../reachability/reachability.ts';
import { readSkipped } from './progress.ts';

/** Settings of the Debian package. */
const SETTINGS_FILE = '/etc/ramal/ramal.env';
/** An address that answers later than this is useless for customers. */
const ANSWER_MS = 3_000;
/**
 * Smallest id of a package that an admin created, because the product creates two packages itself.
 */
const OWN_PACKAGE = 3;

export async function viewWelcome(
  ctx: AppContext,
  actor: Actor,
): Promise<HandlerResult<typeof declaration>> {
  const { config, db, clock } = ctx;
  const url = config.publicUrl ?? null;
  const [address, facts, remotes, relay, skipped] = await Promise.all([
    url === null ? undefined : probeAddress(ctx, url),
    readFacts(ctx),
    readRemotes(ctx),
    findRelay(db, null),
    readSkipped(db, actor),
  ]);
  const endsAt = address?.certificateEndsAt ?? null;
  const answers = address?.failed === null;
  const isDone: Readonly<Record<WelcomeStep, boolean>> = {
    address: answers,
    tls: answers && url!.startsWith('https:') && (endsAt === null || endsAt > clock.now()),
    backup: facts.isKeyProven && remotes.length > 0,
    mail: relay !== undefined,
    package: facts.hasPackage,
    reseller: facts.hasReseller,
  };
  return {
    steps: welcomeSteps.map((name) => ({
      name,
      state: isDone[name] ? 'done' : skipped.has(name) ? 'skipped' : 'open',
    })),
    publicUrl: url,
    addressFailure: address?.failed ?? null,
    certificateEndsTimestamp: endsAt && unixSeconds(endsAt),
    backup: {
      hasKey: facts.hasKey,
      isKeyProven: facts.isKeyProven,
      hasRemote: remotes.length > 0,
    },
    mailHost: relay?.host ?? null,
    settingsFile: existsSync(SETTINGS_FILE) ? SETTINGS_FILE : null,
    settings,
    startCommand: commandLine('start'),
    port: config.port,
  };
}

const publicUrl = 'RAMAL_PUBLIC_URL=https://{host}';
const settings = {
  address: [publicUrl],
  tls: ['HOST=127.0.0.1', 'RAMAL_TRUSTED_PROXIES=127.0.0.1', publicUrl],
  backup: ['RAMAL_BACKUP_REMOTE_1=/mnt/copias'],
};

const late = { failed: 'connect', certificateEndsAt: null, ms: null } as const;

/** Requests the public address from this server, as a visitor would. */
const probeAddress = (ctx: AppContext, url: string): Promise<ProbeAnswer> =>
  Promise.race([probeHttp(ctx, { url: `${url}/healthz` }), pause(ANSWER_MS, late, { ref: false })]);

interface Facts {
  readonly hasKey: boolean;
  readonly isKeyProven: boolean;
  readonly hasPackage: boolean;
  readonly hasReseller: boolean;
}

const readFacts = async ({ db }: AppContext): Promise<Facts> =>
  (await db.first<Facts>(sql`
    select exists (select from backup_keys) as has_key,
      exists (select from backup_keys where proven_at is not null) as is_key_proven,
      exists (select from packages where id >= ${OWN_PACKAGE}) as has_package,
      exists (select from accounts where profile <> 'admin') as has_reseller`))!;
