/**
 * Finds the hosts of this installation, and the base URL of links in mails, messages and calls to
 * providers (Q-LINKBASE). Never trusts a request header alone for them.
 */
import { isIP } from 'node:net';
import { refuse } from '@ramal/contract/api/errors';
import ipaddr from 'ipaddr.js';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { getBrands, hostKey } from './find-brand.ts';
import { oncePer } from '../foundation/shared-runs.ts';

const REFRESH_MS = 2_000;

type HostContext = Pick<AppContext, 'config' | 'clock' | 'db' | 'log'>;

interface StoredHosts {
  /** Hostnames that links for customers may contain. */
  readonly hostnames: readonly string[];
  /** CNAMEs and addresses of balancers, whose viewers this installation serves. */
  readonly balancers: readonly string[];
}

interface InstallationHosts {
  /**
   * Refuses a request to a host that does not belong to the installation. Accepts every host while
   * no host is configured.
   */
  check(host: string, localAddress: string | undefined): Promise<void>;
  /**
   * Returns RAMAL_PUBLIC_URL if it is set. Otherwise returns the origin of `preferred` if its host
   * belongs to the installation, or else the URL of another host of the installation.
   */
  baseUrl(preferred: string): Promise<string>;
  /** True if RAMAL_PUBLIC_URL, a brand or a hostname names a host other than the loopback host. */
  isConfigured(): Promise<boolean>;
}

/** Returns the instance of this process, so that all servers and jobs share its cache. */
export const getInstallationHosts = oncePer((ctx: HostContext) => ctx.config, openHosts);

/**
 * Returns the base URL for a link that leaves the panel. `preferred` is the base URL that the
 * account uses.
 */
export const publicBaseUrl = (ctx: HostContext, preferred: string): Promise<string> =>
  getInstallationHosts(ctx).baseUrl(preferred);

/** True if the name or address is a loopback address of the machine. */
const isLoopback = (host: string): boolean =>
  /(^|\.)localhost$/.test(host) || /^127(\.\d+){3}$/.test(host) || host === '[::1]';

function openHosts(ctx: HostContext): InstallationHosts {
  const { config, clock, db } = ctx;
  const brands = getBrands(ctx as AppContext);
  const publicHost = config.publicUrl === undefined ? [] : [new URL(config.publicUrl).hostname];
  let stored: StoredHosts = { hostnames: [], balancers: [] };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function refresh(maxAgeMs: number): Promise<void> {
    const ageMs = Math.abs(clock.now().getTime() - readAt);
    if (reading === undefined && ageMs >= maxAgeMs) {
      reading = readStoredHosts(db)
        // If the database is unavailable, the last hosts are used again.
        .then(
          (read) => (stored = read),
          () => undefined,
        )
        .then(() => {
          readAt = clock.now().getTime();
          reading = undefined;
        });
    }
    await reading;
  }

  /**
   * Returns the hosts for links. The hosts of brands come before the hostnames, because they serve
   * the panel and the portal.
   */
  async function linkHosts(maxAgeMs = REFRESH_MS): Promise<readonly string[]> {
    await refresh(maxAgeMs);
    return [...publicHost, ...(await brands.hosts()), ...stored.hostnames];
  }

  const isConfigured = async () => (await linkHosts()).some((host) => !isLoopback(host));

  async function isKnown(host: string): Promise<boolean> {
    const isListed = async (maxAgeMs?: number) =>
      (await linkHosts(maxAgeMs)).includes(host) || stored.balancers.includes(host);
    // If the host is unknown, reads the hosts again, so that a new host is accepted at once.
    return (await isListed()) || isListed(0);
  }

  return {
    isConfigured,
    check: async (written, localAddress) => {
      const host = hostKey(written);
      if (isLoopback(host) || isOwnAddress(host, localAddress) || !(await isConfigured())) return;
      if (!(await isKnown(host))) refuse('unknown_host');
    },
    baseUrl: async (preferred) => {
      if (config.publicUrl !== undefined) return config.publicUrl;
      const { hostname = '', origin = '' } = URL.canParse(preferred) ? new URL(preferred) : {};
      const hosts = await linkHosts();
      if (isLoopback(hostname) || hosts.includes(hostname)) return origin;
      const [brandHost] = (await brands.hosts()).filter((host) => !isLoopback(host));
      if (brandHost !== undefined) return `https://${brandHost}`;
      const [playerHost] = stored.hostnames;
      return playerHost === undefined ? `http://localhost:${config.port}` : `http://${playerHost}`;
    },
  };
}

/** True if the host is the address of this machine at which the connection arrived. */
function isOwnAddress(host: string, localAddress: string | undefined): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (localAddress === undefined || isIP(address) === 0 || !ipaddr.isValid(localAddress))
    return false;
  return ipaddr.process(address).toString() === ipaddr.process(localAddress).toString();
}

async function readStoredHosts(db: HostContext['db']): Promise<StoredHosts> {
  const row = await db.first<StoredHosts>(sql`
    select array(select name from hostnames
        where state = 'active' and removed_at is null order by id) as hostnames,
      array(select name from cnames union all
        select case when family(ip) = 6 then '[' || host(ip) || ']' else host(ip) end
        from balancers) as balancers`);
  return row!;
}
