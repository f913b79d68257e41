import type { FilePlan } from '@ramal/contract/lines/line-import';
import { listLinkProblems } from '@ramal/contract/rules/list-link';
import { phoneProblems, setPhoneReader } from '@ramal/contract/rules/phone';
import { phoneReaderFor } from '@ramal/contract/rules/phone-numbers';
import { describe, expect, it } from 'vitest';
import { guessColumns } from './map-columns.ts';
import { offeredColumns, readRow } from './read-row.ts';

setPhoneReader(phoneReaderFor('BR'));

const guess = (...rows: string[][]) =>
  guessColumns(rows.map((cells, index) => ({ number: index + 1, cells })));

describe('titles', () => {
  it.each([
    [
      ['Usuário', 'Senha', 'Data de Vencimento', 'Observação', 'Telefone', 'Pacote'],
      { username: 0, password: 1, due: 2, note: 3, whatsapp: 4, plan: 5 },
    ],
    [
      ['id', 'username', 'password', 'exp_date', 'reseller_notes', 'max_connections'],
      { username: 1, password: 2, due: 3, note: 4 },
    ],
    [['Nome', 'Lista M3U', 'VALIDADE'], { note: 0, url: 1, due: 2 }],
    [['login', 'login', 'pass', 'WhatsApp'], { username: 0, password: 2, whatsapp: 3 }],
  ])('%j', (titles, columns) => {
    expect(
      guess(
        titles,
        titles.map(() => 'x'),
      ),
    ).toEqual({ hasHeader: true, columns });
  });
});

describe('without titles', () => {
  it('URLs and dates are recognized by their values', () => {
    expect(
      guess(
        [
          'Dona Célia',
          '20/12/2026',
          'http://a.example/get.php?username=82014573&password=k7Tq29xm',
        ],
        ['Seu Zé', '', 'http://a.example/get.php?username=82014574&password=abcd'],
      ),
    ).toEqual({ hasHeader: false, columns: { due: 1, url: 2 } });
  });

  it('the first two other columns are name and password', () => {
    expect(guess(['2026-12-20', '1234567890', 'abcd'])).toEqual({
      hasHeader: false,
      columns: { due: 0, username: 1, password: 2 },
    });
  });

  it('leaves the columns to the user if the single column is not recognizable', () => {
    expect(guess(['82014573'])).toEqual({ hasHeader: false, columns: {} });
  });
});

describe('a row', () => {
  const offered = offeredColumns(
    [
      { id: 1, name: 'Completo' },
      { id: 2, name: 'Família' },
    ],
    (packageId) => ({ packageId }),
  );
  const all = { username: 0, password: 1, due: 2, note: 3, whatsapp: 4, plan: 5, url: 6 };
  const plan: FilePlan = { platform: 'iptv', hasHeader: true, columns: all };
  const read = (cells: string[], more: Partial<FilePlan> = {}) =>
    readRow(cells, { ...plan, ...more }, offered, {
      planForAll: { packageId: 1 },
      dates: { order: 'dmy', timeZone: 'America/Sao_Paulo' },
    });

  it('reads customers with their due days', () => {
    expect(
      read(['82014573', 'abcd', '20/12/2026', 'Célia', '+55 (11) 90000-0001', 'FAMILIA', '']),
    ).toEqual({
      customer: {
        username: '82014573',
        password: 'abcd',
        dueDay: '2026-12-20',
        note: 'Célia',
        whatsapp: '5511900000001',
        product: { packageId: 2 },
        host: undefined,
      },
    });
  });

  it('reads name and password from a URL without fetching it', () => {
    const url = 'http://Painel.Example:8080/get.php?username=82014573&password=k7Tq29xm&type=m3u';
    expect(read(['', '', '20/12/2026', '', '', '', url]).customer).toMatchObject({
      username: '82014573',
      password: 'k7Tq29xm',
      host: 'painel.example',
      product: { packageId: 1 },
    });
    // A value in a separate column has priority over the value in the URL.
    expect(read(['999', 'own', '', '', '', '', url]).customer).toMatchObject({
      username: '999',
      password: 'own',
      host: 'painel.example',
    });
  });

  it('uses the common due date for a row without one', () => {
    const { customer } = read(['82014573', 'abcd', ''], { dueDate: '2027-01-10' });
    expect(customer).toMatchObject({ dueDay: '2027-01-10' });
  });

  it.each([
    [['', 'abcd', '20/12/2026'], 'Falta o usuário.'],
    [['82014573', '', '20/12/2026'], 'Falta a senha.'],
    [['82014573', 'abcd', ''], 'Falta o vencimento.'],
    [['82014573', 'abcd', '31/02/2027'], '«31/02/2027» não é uma data: use 31/12/2026.'],
    [['1', 'a', '20/12/2026', 'n'.repeat(256)], 'A nota passa de 255 letras.'],
    [['1', 'a', '20/12/2026', '', 'sem'], `WhatsApp «sem»: ${phoneProblems.malformed}`],
    [['1', 'a', '20/12/2026', '', '', 'Ouro'], 'O pacote «Ouro» não existe.'],
    [['', '', '20/12/2026', '', '', '', 'http://a.example/'], listLinkProblems.bothMissing],
  ])('%j: %s', (cells, problem) => {
    expect(read(cells).problem).toBe(problem);
  });

  it('refuses a row without any package', () => {
    const dates = { order: 'dmy', timeZone: 'America/Sao_Paulo' } as const;
    const nothing = { planForAll: undefined, dates };
    expect(readRow(['1', 'a', '20/12/2026'], plan, offered, nothing).problem).toBe(
      'Falta o pacote.',
    );
  });
});
