/**
 * Tests the adapter with a real PowerDNS. Zones and records are created over its API and then
 * resolved by name. The test is skipped with a message if PowerDNS cannot be found or fetched.
 */
import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type RealPowerDns,
  hasPowerDns,
  startRealPowerDns,
} from '../../../test/outside/real-powerdns.ts';
import { powerDns } from './powerdns.ts';

if (!hasPowerDns)
  console.warn('No PowerDNS on this machine: its adapter is tried against a double of it only.');

const MARK = 'ramal:8d8b0c9e';
const NAME_SERVERS = ['ns1.ramal.example', 'ns2.ramal.example'];

describe.skipIf(!hasPowerDns)('a real PowerDNS', () => {
  let real: RealPowerDns;
  beforeAll(async () => {
    real = await startRealPowerDns();
  });
  afterAll(() => real.close());

  const provider = (key = real.key) =>
    powerDns({ baseUrl: real.url, key, nameServers: NAME_SERVERS });

  function resolver(): Resolver {
    const dnsResolver = new Resolver({ timeout: 2_000, tries: 2 });
    dnsResolver.setServers([real.dns]);
    return dnsResolver;
  }

  const wanted = (name: string, ip: string) => ({
    name,
    type: ip.includes(':') ? ('AAAA' as const) : ('A' as const),
    ip,
    ttlSeconds: 60,
    mark: MARK,
  });

  it('verifies the key by creating and removing a zone and rejects another key', async () => {
    expect(await provider().prove()).toMatch(/^PowerDNS \d+\.\d+/);
    await expect(provider('outra').prove()).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('creates a zone once with the given name servers', async () => {
    const made = await provider().ensureZone('norte.click');
    expect(made).toEqual({ zone: 'norte.click.', nameServers: NAME_SERVERS });
    expect(await provider().ensureZone('norte.click')).toEqual(made);
    expect((await resolver().resolveNs('norte.click')).toSorted()).toEqual(NAME_SERVERS);
    expect(await provider().findZone('tv.sala.norte.click')).toBe('norte.click.');
    expect(await provider().findZone('tv.sul.click')).toBeUndefined();
  });

  it('returns the written record with its mark', async () => {
    const client = provider();
    expect(await client.read('norte.click.', 'tv.norte.click')).toBeUndefined();
    await client.write('norte.click.', wanted('tv.norte.click', '200.160.4.18'), undefined);
    expect(await resolver().resolve4('tv.norte.click')).toEqual(['200.160.4.18']);
    const written = await client.read('norte.click.', 'tv.norte.click');
    expect(written).toMatchObject({ values: ['A 200.160.4.18'], mark: MARK });
    await client.write('norte.click.', wanted('tv.norte.click', '2001:db8::18'), written);
    expect(await resolver().resolve6('tv.norte.click')).toEqual(['2001:db8::18']);
    await expect(resolver().resolve4('tv.norte.click')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('replaces a manually created alias and keeps every other name', async () => {
    const client = provider();
    await client.write('norte.click.', wanted('norte.click', '200.160.4.20'), undefined);
    await fetch(`${real.url}/api/v1/servers/localhost/zones/norte.click.`, {
      method: 'PATCH',
      headers: { 'x-api-key': real.key, 'content-type': 'application/json' },
      body: JSON.stringify({
        rrsets: [
          {
            name: 'cine.norte.click.',
            type: 'CNAME',
            ttl: 300,
            changetype: 'REPLACE',
            records: [{ content: 'outro.exemplo.com.', disabled: false }],
          },
        ],
      }),
    });
    const existing = await client.read('norte.click.', 'cine.norte.click');
    expect(existing).toMatchObject({ values: ['CNAME outro.exemplo.com'], mark: null });
    await client.write('norte.click.', wanted('cine.norte.click', '200.160.4.19'), existing);
    expect(await resolver().resolve4('cine.norte.click')).toEqual(['200.160.4.19']);
    expect(await resolver().resolve4('norte.click')).toEqual(['200.160.4.20']);
    expect((await resolver().resolveNs('norte.click')).toSorted()).toEqual(NAME_SERVERS);
  });
});
