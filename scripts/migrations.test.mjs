import { expect, it } from 'vitest';
import { compareMigrations, readChecksums, readFrozen } from './migrations.mjs';

it('finds migrations that are new, changed and removed', () => {
  const frozen = { '0001-a.sql': '1', '0002-b.sql': '2', '0003-c.sql': '3' };
  const current = { '0001-a.sql': '1', '0002-b.sql': 'other', '0004-d.sql': '4' };
  expect(compareMigrations(current, frozen)).toEqual({
    added: ['0004-d.sql'],
    changed: ['0002-b.sql'],
    removed: ['0003-c.sql'],
  });
});

it('no released migration was changed, and new ones are frozen by npm run migrations:freeze', () => {
  expect(compareMigrations(readChecksums(), readFrozen())).toEqual({
    added: [],
    changed: [],
    removed: [],
  });
});
