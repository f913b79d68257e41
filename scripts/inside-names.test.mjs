/** Code reads fields by camelCase names. Only the formats of others and SQL have snake_case names. */
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { parseAst } from 'rolldown/parseAst';
import { expect, it } from 'vitest';
import { errors } from '../contract/src/api/errors.ts';

/** Files that read a format of others, by its owner. */
const formatsOfOthers = [
  /^server\/src\/(?:payments\/providers|line-servers\/(?:xui|signed)|hostnames\/registrars|zones\/providers)\//,
  /^server\/src\/messaging\/(?:telegram|whatsapp)\//,
  /^server\/src\/messaging\/settings\/(?:telegram-bot|whatsapp-number)\.ts$/,
  /^server\/src\/catalogue\/title-details\/tmdb\.ts$/,
  // Dumps and databases of other panels.
  /^server\/src\/panel-imports\/(?:dump\/|read-tables\.ts$)/,
  // Settings and answers of PostgreSQL, and the files of a backup.
  /^server\/src\/foundation\/postgres\//,
  /^server\/src\/backups\/(?:restore-snapshot\.ts$|stores\/)/,
  // TLS of Node.
  /^server\/src\/foundation\/fetch-untrusted\.ts$/,
  // The player API, whose names its apps know.
  /^server\/src\/player\//,
  /^panel\/src\/web-player\//,
  // The operator's brands.json.
  /^server\/src\/brands\/brands-file\.ts$/,
  // Names of published lists, which are data.
  /^server\/src\/(?:links\/published-links|portal\/portal-home)\.ts$/,
  // A request before its fields are renamed.
  /^server\/src\/foundation\/http\/(?:missing-code|call-access)\.ts$/,
];

const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;
const isField = (name) => SNAKE_CASE.test(name) && !Object.hasOwn(errors, name);

/** Fields that the code reads by a snake_case name, as a property or in a pattern. */
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
