import { expect, it } from 'vitest';
import { createLogger } from './create-context.ts';

it('the log omits the row that PostgreSQL rejected', () => {
  const written: string[] = [];
  const log = createLogger({ logLevel: 'error' }, { write: (line) => void written.push(line) });
  const err = Object.assign(new Error('violates check constraint'), {
    constraint: 'lines_some_check',
    detail: 'Failing row contains (7, iptv, 82014573, segredo-1).',
    where: 'JSON data, line 1: {"password":"segredo-1"',
  });
  log.error({ err, number: 3 }, 'a row of a batch failed');
  expect(written.join('')).toContain('lines_some_check');
  expect(written.join('')).not.toContain('segredo-1');
});
