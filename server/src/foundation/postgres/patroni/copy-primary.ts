/**
 * `copy-primary --datadir=FOLDER --connstring=TEXT`: copies a running primary into an empty folder,
 * for Patroni's `create_replica_methods`. The password is read from PGPASSFILE.
 */
import { parseArgs } from 'node:util';
import { orExplain } from '../../start/explain-failure.ts';
import { unpackBaseBackup } from '../unpack-base-backup.ts';

const { values } = parseArgs({
  options: { datadir: { type: 'string' }, connstring: { type: 'string' } },
  strict: false,
});

await orExplain(async () => {
  await unpackBaseBackup(toUrl(String(values.connstring)), String(values.datadir));
  return 0;
});

/**
 * Converts Patroni's `key=value` pairs, which may be quoted, to a URL, because the driver accepts
 * only URLs.
 */
function toUrl(text: string): string {
  const pairs = [...text.matchAll(/(\w+)\s*=\s*('(?:\\.|[^'\\])*'|\S*)/g)].map(
    ([, name = '', value = '']) =>
      [
        name,
        value.startsWith("'") ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value,
      ] as const,
  );
  const {
    host = 'localhost',
    port = '5432',
    user = '',
    dbname = 'postgres',
  } = Object.fromEntries<string | undefined>(pairs);
  const url = new URL(`postgresql://localhost/${encodeURIComponent(dbname)}`);
  Object.assign(url, { hostname: host, port, username: user });
  return url.href;
}
