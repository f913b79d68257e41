/** Tests the real page of the portal with the installation's time zone. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { withTimeZone } from './portal-page.ts';

const page = await readFile(
  path.resolve(import.meta.dirname, '../../../portal/index.html'),
  'utf8',
);

it('contains the time zone of its dates once in the head', () => {
  const [head, body] = withTimeZone(page, 'America/Manaus').split('</head>');
  expect(head).toContain('<meta name="ramal-time-zone" content="America/Manaus" />');
  expect(body).not.toContain('ramal-time-zone');
});
