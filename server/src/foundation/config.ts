/**
 * Reads the operator's configuration from environment variables and checks it once
 * (docs/OPERATIONS.md).
 */
import os from 'node:os';
import path from 'node:path';
import type { Grant } from '@ramal/contract/api/access';
import { OperatorError } from './start/operator-error.ts';
import {
  type Environment,
  type P2pProduct,
  list,
  resolvers,
  resolverAddress,
  grantHolders,
  backupKeep,
  number,
  parseOneOf,
  timeZone,
  country,
  privateOrigin,
  httpUrl,
  products,
} from './start/parse-settings.ts';

export const roles = ['panel', 'player', 'worker'] as const;
export type Role = (typeof roles)[number];

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly playerPort: number;
  /** Port on which viewers and the probe connect to balancers. */
  readonly balancerPort: number;
  readonly dataFolder: string;
  readonly backupFolder: string;
  /**
   * Remote folders that receive a copy of each backup, such as a mounted disk or share. Undefined
   * for a remote store without a folder.
   */
  readonly backupRemotes: readonly (string | undefined)[];
  /**
   * Maximum size in bytes of the write-ahead log that waits for its transfer. A larger backlog is
   * discarded.
   */
  readonly walSpoolBytes: number;
  /** Numbers of days, weeks and months of which one backup each is kept. */
  readonly backupKeep: { readonly days: number; readonly weeks: number; readonly months: number };
  /** False if upgrades make no copy of the data, so that they cannot be undone. */
  readonly upgradeCopy: boolean;
  readonly databaseUrl: string | undefined;
  readonly databasePooled: boolean;
  /** URL of the same database without the pooler, for work that needs a separate session. */
  readonly databaseDirectUrl: string | undefined;
  /** URL of a streaming replica for large reads. */
  readonly replicaUrl: string | undefined;
  readonly roles: ReadonlySet<Role>;
  /** Name of this process on the screen of nodes. */
  readonly nodeName: string;
  readonly secret: string | undefined;
  /**
   * Secret in the path of the calls by which media servers check a viewer's access. Without it
   * these calls are not served.
   */
  readonly mediaSecret: string | undefined;
  readonly adminUsername: string;
  readonly adminPassword: string | undefined;
  readonly captcha: 'altcha' | 'turnstile' | 'recaptcha' | 'off';
  readonly captchaSiteKey: string | undefined;
  readonly captchaSecret: string | undefined;
  readonly captchaExempt: readonly string[];
  readonly timeZone: string;
  /** Country of WhatsApp numbers without a country code (Q-PHONE). */
  readonly country: string;
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly retentionDays: number;
  readonly adultPassword: string;
  readonly p2pProducts: readonly P2pProduct[];
  /**
   * Monthly numbers of new users at which a bonus is due, ascending. An empty list shows no goal
   * (Q-GOAL).
   */
  readonly bonusGoals: readonly number[];
  /**
   * Video on the recharge screen. If undefined, the banner with the video is hidden (Q-TUTORIAL).
   */
  readonly tutorialVideo: string | undefined;
  /**
   * Video on the hostname screen, and the host under which the panel must be opened to show it.
   * Undefined hides its banner (S-DNS-08).
   */
  readonly dnsTutorial: { readonly host: string; readonly video: string } | undefined;
  /** Address of Mercado Pago, or of a test double. */
  readonly mercadoPagoUrl: string;
  /** Address of Asaas and of its test environment, or of a test double. */
  readonly asaasUrl: string;
  readonly asaasSandboxUrl: string;
  /** Address of Woovi and of its test environment, or of a test double. */
  readonly wooviUrl: string;
  readonly wooviSandboxUrl: string;
  /** Address of The Movie Database, or of a test double. */
  readonly tmdbUrl: string;
  /** Address of the registrar, of its sandbox or of a test double. */
  readonly namesiloUrl: string;
  /** Address of Cloudflare, or of a test double. */
  readonly cloudflareUrl: string;
  /** URL of the HTTP interface of the operator's PowerDNS. */
  readonly powerDnsUrl: string;
  /** Address of Meta's Graph API with its version, or of a test double. */
  readonly whatsappUrl: string;
  /** Address of Telegram, of the operator's own Telegram server or of a test double. */
  readonly telegramUrl: string;
  /**
   * Ids of the accounts that receive a grant at their creation, by grant (Q-SPECIALID, Q-PRIVIDS).
   */
  readonly firstHolders: Readonly<Partial<Record<Grant, readonly number[]>>>;
  /**
   * True if the sellers' menus contain the tickets. The screen exists in any case (Q-TICKETFLAG).
   */
  readonly ticketsInMenu: boolean;
  /** Private hosts, addresses or networks that stream sources may use. */
  readonly privateOrigins: readonly string[];
  /**
   * External URLs that answer while the prober's own network works. With an empty list the network
   * is not checked.
   */
  readonly probeReferences: readonly string[];
  /** DNS resolvers of the customers' networks with their ports, by network name. */
  readonly networkResolvers: ReadonlyMap<string, string>;
  /** Public DNS resolvers. No customer network changes their answers. */
  readonly publicResolvers: readonly string[];
  readonly logLevel: string;
  /**
   * Path of the log file. Undefined if the log is written to stdout. This is the case with
   * `RAMAL_LOG_FILE=-` and in a systemd unit without RAMAL_LOG_FILE.
   */
  readonly logFile: string | undefined;
  /** Token with which other machines may read /metrics. */
  readonly metricsToken: string | undefined;
  /**
   * Delay of the event loop in milliseconds above which requests are rejected. 0 disables the
   * limit.
   */
  readonly maxEventLoopDelayMs: number;
  /**
   * Maximum number of active requests of one kind in this process. Further requests are rejected. 0
   * disables the limit.
   */
  readonly maxRequests: number;
  /**
   * True if accounts without provider keys use the test provider, which moves no money
   * (Q-SANDBOXPAY).
   */
  readonly testPayments: boolean;
  /**
   * Credits that an admin may issue in a day without a fresh code. Every further issue requires one
   * (Q-STOLENSESSION).
   */
  readonly freshCodeCredits: number;
  /** Value of one credit in hundredths of a US dollar, for the price of a hostname (Q-DNSBUY). */
  readonly hostnameCreditCents: number;
}

/**
 * Reads the name of the process, and the settings of its log and metrics. systemd sets
 * JOURNAL_STREAM. The log then goes to stdout, because operators read the log of a service in the
 * journal.
 */
function readMonitoring(
  env: Environment,
  dataFolder: string,
): Pick<Config, 'nodeName' | 'logLevel' | 'logFile' | 'metricsToken'> {
  const file =
    env.RAMAL_LOG_FILE || (env.JOURNAL_STREAM ? '-' : path.join(dataFolder, 'ramal.log'));
  return {
    nodeName: (env.RAMAL_NODE_NAME || os.hostname()).slice(0, 60),
    logLevel: env.RAMAL_LOG || 'info',
    logFile: file === '-' ? undefined : path.resolve(file),
    metricsToken: secretToken('RAMAL_METRICS_TOKEN', env.RAMAL_METRICS_TOKEN),
  };
}

const MIN_TOKEN_LENGTH = 24;

function secretToken(name: string, token: string | undefined): string | undefined {
  if (!token) return undefined;
  if (!/^[\w-]+$/.test(token) || token.length < MIN_TOKEN_LENGTH)
    throw new OperatorError(
      `${name} precisa de ao menos ${MIN_TOKEN_LENGTH} letras, números, _ ou -.`,
    );
  return token;
}

const databaseUrls = (
  env: Environment,
): Pick<
  Config,
  'upgradeCopy' | 'databaseUrl' | 'databasePooled' | 'databaseDirectUrl' | 'replicaUrl'
> => ({
  upgradeCopy: env.RAMAL_UPGRADE_COPY !== '0',
  databaseUrl: env.DATABASE_URL || undefined,
  databasePooled: env.RAMAL_DB_POOLED === '1',
  databaseDirectUrl: env.DATABASE_DIRECT_URL || undefined,
  replicaUrl: env.DATABASE_REPLICA_URL || undefined,
});

export function readConfig(env: Environment = process.env): Config {
  const port = number(env, 'PORT', 8080);
  const playerPort = number(env, 'RAMAL_PLAYER_PORT', port);
  const dataFolder = path.resolve(env.RAMAL_DATA ?? './data');
  return {
    host: env.HOST ?? '0.0.0.0',
    port,
    playerPort,
    balancerPort: number(env, 'RAMAL_BALANCER_PORT', playerPort),
    dataFolder,
    backupFolder: path.resolve(env.RAMAL_BACKUP_FOLDER || path.join(dataFolder, 'backups')),
    backupRemotes: [env.RAMAL_BACKUP_REMOTE_1, env.RAMAL_BACKUP_REMOTE_2].map((folder) =>
      folder ? path.resolve(folder) : undefined,
    ),
    walSpoolBytes: number(env, 'RAMAL_WAL_SPOOL_MB', 2048) * 1024 * 1024,
    backupKeep: backupKeep(env.RAMAL_BACKUP_KEEP || '7 4 12'),
    ...databaseUrls(env),
    roles: new Set(
      list(env.RAMAL_ROLES ?? roles.join(',')).map((name) =>
        parseOneOf('RAMAL_ROLES', name, roles),
      ),
    ),
    secret: env.RAMAL_SECRET || undefined,
    mediaSecret: secretToken('RAMAL_MEDIA_SECRET', env.RAMAL_MEDIA_SECRET),
    adminUsername: env.RAMAL_ADMIN_USERNAME || 'admin',
    adminPassword: env.RAMAL_ADMIN_PASSWORD || undefined,
    captcha: parseOneOf('RAMAL_CAPTCHA', env.RAMAL_CAPTCHA || 'altcha', [
      'altcha',
      'turnstile',
      'recaptcha',
      'off',
    ]),
    captchaSiteKey: env.RAMAL_CAPTCHA_SITE_KEY || undefined,
    captchaSecret: env.RAMAL_CAPTCHA_SECRET || undefined,
    captchaExempt: list(env.RAMAL_CAPTCHA_EXEMPT ?? ''),
    timeZone: timeZone(env.RAMAL_TIMEZONE || 'America/Sao_Paulo'),
    country: country(env.RAMAL_COUNTRY || 'BR'),
    publicUrl: env.RAMAL_PUBLIC_URL ? httpUrl('RAMAL_PUBLIC_URL', env.RAMAL_PUBLIC_URL) : undefined,
    trustedProxies: list(env.RAMAL_TRUSTED_PROXIES ?? ''),
    retentionDays: number(env, 'RAMAL_RETENTION_DAYS', 90),
    adultPassword: env.RAMAL_ADULT_PASSWORD || '0000',
    p2pProducts: products(
      env.RAMAL_P2P_PRODUCTS || '1 PLANO COMPLETO, 2 PLANO COMPLETO SEM ADULTOS',
    ),
    bonusGoals: list(env.RAMAL_BONUS_GOALS ?? '').map((goal) => number({ goal }, 'goal', 0)),
    tutorialVideo: env.RAMAL_TUTORIAL_VIDEO
      ? httpUrl('RAMAL_TUTORIAL_VIDEO', env.RAMAL_TUTORIAL_VIDEO)
      : undefined,
    dnsTutorial: tutorialOf(env.RAMAL_DNS_TUTORIAL),
    ...providerUrls(env),
    firstHolders: grantHolders(
      env.RAMAL_GRANT_HOLDERS ?? 'logs.export 1 2 25255, extract.export 1 2 25255',
    ),
    testPayments: env.RAMAL_TEST_PAYMENTS === '1',
    ticketsInMenu: env.RAMAL_TICKETS_MENU !== '0',
    privateOrigins: list(env.RAMAL_PRIVATE_ORIGINS ?? '').map(privateOrigin),
    probeReferences: list(env.RAMAL_PROBE_REFERENCES ?? 'http://1.1.1.1, https://dns.google').map(
      (url) => httpUrl('RAMAL_PROBE_REFERENCES', url),
    ),
    networkResolvers: resolvers(env.RAMAL_RESOLVERS ?? ''),
    publicResolvers: list(env.RAMAL_PUBLIC_RESOLVERS ?? '1.1.1.1, 8.8.8.8').map((at) =>
      resolverAddress('RAMAL_PUBLIC_RESOLVERS', at),
    ),
    ...readMonitoring(env, dataFolder),
    maxEventLoopDelayMs: 2_000,
    maxRequests: number(env, 'RAMAL_MAX_REQUESTS', 60),
    freshCodeCredits: number(env, 'RAMAL_FRESH_CODE_CREDITS', 100),
    hostnameCreditCents: Math.max(1, number(env, 'RAMAL_HOSTNAME_CREDIT_CENTS', 100)),
  };
}

/**
 * Parses a host and a video, for example `painel.exemplo.com https://videos.exemplo.com/dns.mp4`.
 */
function tutorialOf(value: string | undefined): Config['dnsTutorial'] {
  if (!value) return undefined;
  const [host = '', video = '', ...more] = value.trim().split(/\s+/);
  if (more.length === 0 && URL.canParse(`http://${host}`))
    return { host: host.toLowerCase(), video: httpUrl('RAMAL_DNS_TUTORIAL', video) };
  throw new OperatorError(`RAMAL_DNS_TUTORIAL é um host e o endereço de um vídeo, não «${value}».`);
}

const providerUrls = (env: Environment) => ({
  mercadoPagoUrl: httpUrl(
    'RAMAL_MERCADO_PAGO_URL',
    env.RAMAL_MERCADO_PAGO_URL || 'https://api.mercadopago.com',
  ),
  asaasUrl: httpUrl('RAMAL_ASAAS_URL', env.RAMAL_ASAAS_URL || 'https://api.asaas.com/v3'),
  asaasSandboxUrl: httpUrl(
    'RAMAL_ASAAS_SANDBOX_URL',
    env.RAMAL_ASAAS_SANDBOX_URL || 'https://api-sandbox.asaas.com/v3',
  ),
  wooviUrl: httpUrl('RAMAL_WOOVI_URL', env.RAMAL_WOOVI_URL || 'https://api.woovi.com'),
  wooviSandboxUrl: httpUrl(
    'RAMAL_WOOVI_SANDBOX_URL',
    env.RAMAL_WOOVI_SANDBOX_URL || 'https://api.woovi-sandbox.com',
  ),
  tmdbUrl: httpUrl('RAMAL_TMDB_URL', env.RAMAL_TMDB_URL || 'https://api.themoviedb.org'),
  namesiloUrl: httpUrl(
    'RAMAL_NAMESILO_URL',
    env.RAMAL_NAMESILO_URL || 'https://www.namesilo.com/apibatch',
  ),
  cloudflareUrl: httpUrl(
    'RAMAL_CLOUDFLARE_URL',
    env.RAMAL_CLOUDFLARE_URL || 'https://api.cloudflare.com/client/v4',
  ),
  whatsappUrl: httpUrl(
    'RAMAL_WHATSAPP_URL',
    env.RAMAL_WHATSAPP_URL || 'https://graph.facebook.com/v26.0',
  ),
  telegramUrl: httpUrl('RAMAL_TELEGRAM_URL', env.RAMAL_TELEGRAM_URL || 'https://api.telegram.org'),
  powerDnsUrl: httpUrl('RAMAL_POWERDNS_URL', env.RAMAL_POWERDNS_URL || 'http://127.0.0.1:8081'),
});
