import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrate, migrationNames } from './migrate.ts';
import { withClient } from './postgres/client.ts';

const name = `migrate_${randomUUID().replaceAll('-', '')}`;
const url = (): string => inject('ownerUrl').replace('/ramal?', `/${name}?`);
const inServer = (statement: string) =>
  withClient(inject('ownerUrl'), (client) => client.query(statement));
beforeAll(() => inServer(`create database ${name} template template0`));
afterAll(() => inServer(`drop database ${name} with (force)`));

it('processes that start together wait for one migration', async () => {
  const lines: string[] = [];
  await Promise.all([1, 2, 3].map(() => migrate(url(), { log: (line) => void lines.push(line) })));
  const { rows } = await withClient(url(), (client) => client.query('select name from migrations'));
  expect([rows.length, lines]).toEqual([(await migrationNames()).length, []]);
});
