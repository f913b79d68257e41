import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { addCollectedHostnames } from '../operations/hostname-collector.ts';
import { createHostname } from '../operations/hostnames.ts';
import { saveExemptionHost } from '../lines/list-migrators.ts';
import { readHost, readHostname, readHostFromAddress } from './host.ts';

const { cases } = JSON.parse(
  readFileSync(new URL('cases/hostnames-01.json', import.meta.url), 'utf8'),
) as { cases: [written: string, result: string][] };

const places: Record<string, (written: string) => string | undefined> = {
  'the collector': (host) =>
    z.safeParse(addCollectedHostnames.body!, [{ host }]).data?.[0]?.host as string | undefined,
  'manual entry': (domain) => {
    const { data } = z.safeParse(createHostname.body!, { domain, manual: true });
    return readHostname((data as { domain: string }).domain);
  },
  'exempt hosts': (url) =>
    (
      z.safeParse(saveExemptionHost.body!, { url, limitDays: 1 }).data as
        | { url: string }
        | undefined
    )?.url,
};

// All callers parse host names by the same rule.
for (const [place, read] of Object.entries(places))
  it.each(cases)(`${place}: «%s» gives %s`, (written, result) => {
    const name = /^([a-z0-9.-]+)(?:,|$)/.exec(result)?.[1];
    expect(read(written)).toBe(result.startsWith('refused') ? undefined : name);
  });

it('a host of a brand is read by the same rule', () => {
  expect(readHost('tv.exemplo.com.')).toBe('tv.exemplo.com');
  expect(readHost('café.com.br')).toBe('xn--caf-dma.com.br');
  expect(readHost('aurora.localhost')).toBe('aurora.localhost');
  for (const refused of ['http://tv.exemplo.com', 'tv.exemplo.com:80', 'a..b.com', '1.1', 'xx'])
    expect(readHost(refused)).toBeUndefined();
});

it('reads the host of an address with its port, path and number', () => {
  expect(readHostFromAddress('HTTP://Antigo.Exemplo:8080/get.php?username=1')).toBe(
    'antigo.exemplo',
  );
  expect(readHostFromAddress('10.20.30.40:80')).toBe('10.20.30.40');
  expect(readHostname('10.20.30.40')).toBeUndefined();
  for (const refused of ['ftp://a.exemplo', 'a.exemplo:99999', '/caminho', '[::1]', 'dois nomes'])
    expect(readHostFromAddress(refused)).toBeUndefined();
});
