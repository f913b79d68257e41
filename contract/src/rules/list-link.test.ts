import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listLinkProblems, readListLink } from './list-link.ts';

const { cases } = JSON.parse(
  readFileSync(new URL('cases/list-links-01.json', import.meta.url), 'utf8'),
) as { cases: [pasted: string, access: string][] };

// A list link gives its access data in every form that people paste.
it.each(cases)('«%s» gives %s', (pasted, access) => {
  const [username, password] = access.split(' / ');
  expect(readListLink(pasted).list).toEqual({ host: 'origem.exemplo', username, password });
});

it.each([
  ['sem endereço', listLinkProblems.addressMissing],
  ['ftp://lista.exemplo/get.php?username=1234&password=5678', listLinkProblems.addressMissing],
  ['username=1234&password=5678', listLinkProblems.addressMissing],
  ['http://lista.exemplo/get.php?username=1234', listLinkProblems.passwordMissing],
  ['http://lista.exemplo/get.php?password=1234', listLinkProblems.usernameMissing],
  ['http://lista.exemplo/live/1234/5678/1.ts', listLinkProblems.bothMissing],
])('«%s» is refused and says what is missing', (pasted, problem) => {
  expect(readListLink(pasted)).toEqual({ problem });
});

it('the address with access data is used, and a dot at the end of a password stays', () => {
  const text =
    'Veja http://site.exemplo/ajuda (lista: http://a.exemplo:80/get.php?username=1&password=x.)';
  expect(readListLink(text).list).toEqual({ host: 'a.exemplo', username: '1', password: 'x.' });
});
