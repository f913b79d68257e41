import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Documented titles, which stay unchanged below 800 px. */
const documentedTitles = [
  'GERIR 2FA',
  'Cadastro de Revenda',
  'Listagem de Revendas',
  'Logs Geral',
  'Migrador IPTV',
  'Migrador P2P',
];

const sources = globSync('panel/src/**/*.tsx').map((path) => readFileSync(path, 'utf8'));

it.each(documentedTitles)('«%s» is the title on the phone too', (title) => {
  const shortened = sources.filter((text) =>
    new RegExp(`title="${title}"\\s+phoneTitle=`).test(text),
  );
  expect(shortened).toEqual([]);
});
