import { describe, expect, it } from 'vitest';
import {
  defaultMessages,
  chooseMessageKind,
  type MessageLine,
  findUnknownPlaceholder,
  fillText,
  formatExpiry,
  writeMessage,
} from './message.ts';

const moment = { now: new Date('2026-11-22T15:00:00Z'), timeZone: 'America/Sao_Paulo' };
const line: MessageLine = {
  username: '84920175',
  password: 'k7Tq29xm',
  note: 'Dona Célia – TV da sala',
  isTrial: false,
  expiresAt: new Date('2026-12-20T17:32:00Z'),
  expiresText: '20/12/2026 14:32',
  packageName: 'Completo',
  link: 'http://rm.example/s/1',
  instructions: 'não é para aqui',
};
const write = (text: string, change: Partial<MessageLine> = {}) =>
  writeMessage(text, { ...line, ...change }, moment);

describe('the default texts of the specification', () => {
  it('the default text has the access data, one address and the last words', () => {
    expect(write(defaultMessages.receipt)).toBe(
      'Usuário: 84920175\nSenha: k7Tq29xm\nVencimento: 20/12/2026 14:32\n\nLista M3U8\nhttp://rm.example/s/1\n\nAPROVEITE!',
    );
  });

  it('the text of a test says how long the test is valid', () => {
    const text = write(defaultMessages.test, { isTrial: true, testHours: 1 });
    expect(text).toContain('\nTeste válido por 1 hora\n\nLista');
  });

  it('the text has instructions if the platform has no address', () => {
    const text = write(defaultMessages.receipt, {
      link: '',
      instructions: 'Abra o aplicativo.',
      adultPassword: '0000',
    });
    expect(text).toBe(
      'Usuário: 84920175\nSenha: k7Tq29xm\nVencimento: 20/12/2026 14:32\nSenha do conteúdo adulto: 0000\n\nLinks\nAbra o aplicativo.\n\nAPROVEITE!',
    );
  });

  it('the text of a charge contains the name if it is known', () => {
    const expiresAt = new Date('2026-11-19T15:00:00Z');
    expect(write(defaultMessages.charge, { expiresAt })).toBe(
      'Oi, Dona Célia! Sua assinatura venceu há 3 dias. Quer renovar?',
    );
    expect(write(defaultMessages.charge, { expiresAt, note: '' })).toBe(
      'Oi! Sua assinatura venceu há 3 dias. Quer renovar?',
    );
    const payment = { expiresAt, priceCents: 3_500, renewalLink: 'http://rm.example/portal#1' };
    expect(write(defaultMessages.charge, payment)).toBe(
      'Oi, Dona Célia! Sua assinatura venceu há 3 dias. Quer renovar?\n\nValor: R$ 35,00\nRenove aqui: http://rm.example/portal#1',
    );
  });
});

describe('the own text of an account', () => {
  it('a text keeps its words, lines and paragraphs', () => {
    expect(write('Oi\r\n{nome}\n\n\nFim {pacote}.')).toBe('Oi\nDona Célia\n\nFim Completo.');
  });

  it('a line or heading is dropped only if its values are empty', () => {
    expect(write('Teste\n{validade}\n\nPor {validade}, {usuario}')).toBe('Por, 84920175');
    expect(write('Validade {validade}\nUsuário {usuario}')).toBe('Usuário 84920175');
  });

  it('a placeholder inside a customer’s name is not filled', () => {
    expect(write('{nome}', { note: '{senha}' })).toBe('{senha}');
  });
});

it('the text contains the price only if a price is set', () => {
  const text = 'O plano custa {valor}.\n\nPix: 123';
  expect(write(text, { priceCents: 123_450 })).toBe('O plano custa R$ 1.234,50.\n\nPix: 123');
  expect(write(text)).toBe('Pix: 123');
});

it('the first unknown placeholder is found', () => {
  expect(findUnknownPlaceholder('Oi {nome}, {vencimeto}')).toBe('vencimeto');
  expect(findUnknownPlaceholder('{ nome }')).toBe(' nome ');
  expect(findUnknownPlaceholder('{constructor}')).toBe('constructor');
  expect(findUnknownPlaceholder('Oi {nome} :-} {')).toBeUndefined();
});

it('an expired line gets the text of a charge', () => {
  const { now } = moment;
  expect(chooseMessageKind({ isTrial: true, expiresAt: now }, now)).toBe('charge');
  expect(chooseMessageKind({ isTrial: true, expiresAt: line.expiresAt }, now)).toBe('test');
  expect(chooseMessageKind(line, now)).toBe('receipt');
});

it.each([
  ['2026-11-22T23:00:00Z', 'vence hoje às 20:00'],
  ['2026-11-22T13:00:00Z', 'venceu hoje às 10:00'],
  ['2026-11-23T02:59:00Z', 'vence hoje às 23:59'],
  ['2026-11-23T03:00:00Z', 'vence amanhã às 00:00'],
  ['2026-11-22T02:59:00Z', 'venceu ontem às 23:59'],
  ['2026-11-25T15:00:00Z', 'vence em 3 dias, às 12:00'],
  ['2026-11-10T15:00:00Z', 'venceu há 12 dias'],
])('%s is «%s» in São Paulo', (at, words) => {
  expect(formatExpiry(new Date(at), moment)).toBe(words);
});

it.each([
  ['{name}, {username}/{password} até {expires_at}', 'Célia, 7710/abc até 20/12/2026'],
  ['{package}: {plan_price}, {amount}', 'Completo: R$ 35,00, R$ 35,00'],
  ['{pay_url} {url}', 'https://p.example/r https://p.example/s/1'],
  ['{toString} {constructor}', '{toString} {constructor}'],
  ['Pague: {pix_url}', 'Pague: {pix_url}'],
])('fills %j with the names of another panel', (text, expected) => {
  const values = {
    nome: 'Célia',
    usuario: '7710',
    senha: 'abc',
    vencimento: '20/12/2026',
    pacote: 'Completo',
    valor: 'R$ 35,00',
    renovar: 'https://p.example/r',
    link: 'https://p.example/s/1',
  };
  expect(fillText(text, values)).toBe(expected);
});

it('uses the link of a text that has no link for renewals', () => {
  expect(fillText('Pague: {pay_url}', { link: 'https://p.example/portal' })).toBe(
    'Pague: https://p.example/portal',
  );
  expect(fillText('Valor: {amount}\n\nAté logo', { valor: '' })).toBe('Até logo');
});

it('accepts the names of another panel only where the text has such a value', () => {
  expect(findUnknownPlaceholder('{name} {pay_url} {amount}')).toBeUndefined();
  expect(findUnknownPlaceholder('{name} {password}', { nome: '' })).toBe('password');
});
