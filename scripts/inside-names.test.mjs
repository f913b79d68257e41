/**
 * Checks that the code reads fields by camelCase names. Only SQL and the formats of other systems
 * use snake_case names.
 */
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { parseAst } from 'rolldown/parseAst';
import { expect, it } from 'vitest';
import { errors } from '../contract/src/api/errors.ts';

/** Files that read a format of another system. */
const formatsOfOthers = [
  /^server\/src\/(?:payments\/providers|line-servers\/(?:xui|signed)|hostnames\/registrars|zones\/providers)\//,
  /^server\/src\/messaging\/(?:telegram|whatsapp)\//,
  /^server\/src\/messaging\/settings\/(?:telegram-bot|whatsapp-number)\.ts$/,
  /^server\/src\/catalogue\/(?:title-details\/tmdb|archive\/xtream-archives)\.ts$/,
  // Dumps and databases of other panels.
  /^server\/src\/panel-imports\/(?:dump\/|read-tables\.ts$)/,
  // Settings and responses of PostgreSQL, and files of backups.
  /^server\/src\/foundation\/postgres\//,
  /^server\/src\/backups\/(?:restore-snapshot\.ts$|stores\/)/,
  // TLS options of Node.
  /^server\/src\/foundation\/fetch-untrusted\.ts$/,
  // Player API, whose field names are fixed by existing apps.
  /^server\/src\/player\//,
  /^panel\/src\/web-player\//,
  // File brands.json of the operator.
  /^server\/src\/brands\/brands-file\.ts$/,
  // Names of published lists are data, not fields.
  /^server\/src\/(?:links\/published-links|portal\/portal-home)\.ts$/,
  // Code that reads requests before the wire names of their fields are converted.
  /^server\/src\/foundation\/http\/(?:missing-code|call-access)\.ts$/,
];

const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;
const isField = (name) => SNAKE_CASE.test(name) && !Object.hasOwn(errors, name);

/**
 * Returns the snake_case names of the fields that the code reads, as a property or in a
 * destructuring pattern.
 */
function snakeCaseFields(code, lang) {
  const fields = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return undefined;
    if (node.type === 'MemberExpression' && !node.computed) fields.push(node.property.name);
    if (node.type === 'ObjectPattern')
      fields.push(...node.properties.flatMap(({ key }) => (key ? [key.name ?? ''] : [])));
    return Object.values(node).forEach(visit);
  };
  visit(parseAst(code, { lang }).body);
  return fields.filter(isField);
}

it('the code reads no field by a snake_case name', () => {
  const listed = spawnSync(
    'git',
    ['ls-files', 'contract/src', 'panel/src', 'portal/src', 'server/src'],
    {
      encoding: 'utf8',
    },
  );
  const files = listed.stdout
    .split('\n')
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.|\.fixtures\.|\/test\/|\/fixtures\//.test(file),
    )
    .filter((file) => !formatsOfOthers.some((format) => format.test(file)));
  expect(files.length).toBeGreaterThan(1500);
  const fields = files.flatMap((file) =>
    snakeCaseFields(readFileSync(file, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(
      (name) => `${file} ${name}`,
    ),
  );
  expect(fields).toEqual([]);
});

it('finds properties and patterns', () => {
  expect(
    snakeCaseFields('const { owner_id } = row; row.created_at; row["exp_date"];', 'ts'),
  ).toEqual(['owner_id', 'created_at']);
});
