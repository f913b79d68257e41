// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  type AuthorizationRow,
  createAuthorizationLink,
  endAuthorization,
  getLineAuthorization,
  listAuthorizationHistory,
  listAuthorizations,
} from '@ramal/contract/payments/authorizations';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lineListAnswer, profile, row as lineRow } from '../../lines/test/answers.ts';
import { open as openLines, server as lineServer } from '../../lines/test/list.tsx';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { RecurringPix } from './RecurringPix.tsx';

const NOW = new Date('2026-11-20T14:32:00-03:00');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const seconds = (text: string): number => Date.parse(text) / 1000;

const authorization = (change: Partial<AuthorizationRow> = {}): AuthorizationRow => ({
  id: 5,
  lineId: 1,
  platform: 'iptv',
  username: '84920175',
  name: 'Dona Célia',
  whatsapp: '5511987654321',
  cpf: '•••.913.760-••',
  status: 'active',
  value: 35,
  expiresTimestamp: seconds('2026-12-20T23:59:00-03:00'),
  authorizedTimestamp: seconds('2026-10-20T14:36:00-03:00'),
  codeUntilTimestamp: null,
  next: { dueOn: '2026-12-19', state: 'planned', sendsOn: '2026-12-12' },
  refusal: null,
  endedTimestamp: null,
  endedBy: null,
  ...change,
});
const refusal = {
  reason: 'no-balance',
  text: 'Sem saldo na conta',
  on: '2026-11-19',
  retryOn: '2026-11-21',
} as const;
const refused = (change: Partial<AuthorizationRow> = {}) =>
  authorization({
    id: 6,
    lineId: 2,
    name: 'Bar do Nando',
    username: '55817290',
    status: 'refused',
    value: 68,
    expiresTimestamp: seconds('2026-11-20T23:59:00-03:00'),
    refusal,
    ...change,
  });

type Answer = ResponseOf<typeof listAuthorizations>;
const figures = {
  month: '2026-11',
  monthValue: 1085,
  weekValue: 315,
  weekCharges: 9,
  weekScheduled: 5,
  refusedValue: 138,
  portalCredits: 18,
  creditsUntil: '2026-12-09',
  creditsMissing: 13,
};
const answer = (data: AuthorizationRow[], change: Partial<Answer> = {}): Answer => ({
  data,
  total: data.length,
  totalExact: true,
  currentPage: 1,
  perPage: 10,
  lastPage: 1,
  counts: { all: 38, refused: 3, active: 31, waiting: 2, ended: 2 },
  figures,
  offer: 'on',
  ...change,
});
const noRows = (change: Partial<Answer> = {}) =>
  answer([], { counts: { all: 0, refused: 0, active: 0, waiting: 0, ended: 0 }, ...change });

const enrolled = () => profile({ secondFactor: { ...profile().secondFactor, enrolled: true } });
const server = (list: Respond, ...more: Parameters<typeof answering>[0]) =>
  answering([[getProfile, enrolled], [listAuthorizations, list], ...more]);
const open = (address = '') => show(<RecurringPix />, `/recurring-pix${address}`);
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')!;
const hidden = { hidden: true };
const menuOf = async (customer: string): Promise<string[]> => {
  fireEvent.click(
    within(await rowOf(customer)).getByRole('button', { name: `Ações de ${customer}` }),
  );
  const items = await screen.findAllByRole('menuitem', hidden);
  return items.map((item) => item.querySelector('.mantine-Menu-itemLabel')!.textContent);
};

describe('list of customers who renew by themselves', () => {
  it('shows four figures, each a link to the rows that it counts', async () => {
    server(() => answer([authorization()]));
    await open();
    const figure = async (label: string) =>
      (await screen.findAllByText(label))
        .map((part) => part.closest('[data-figure]'))
        .find((part) => part !== null)!;
    const november = await figure('Entra sozinho em novembro');
    expect(november.textContent).toContain('R$ 1.085,00');
    expect(november.textContent).toContain('31 autorizações ativas');
    expect((await figure('Próximos 7 dias')).textContent).toContain('9 cobranças, 5 já agendadas');
    const refusals = await figure('Recusadas');
    expect(refusals.textContent).toContain('R$ 138,00 a cobrar à mão');
    expect(refusals.querySelector('a')!.getAttribute('href')).toBe('/recurring-pix?status=refused');
    const credits = await figure('Créditos no portal');
    expect(credits.textContent).toContain('dão até 09/12, faltam 13 no mês');
    expect(credits.querySelector('a')!.getAttribute('href')).toBe('/recharge-portal');
  });

  it('says that the credits cover the month without a warning', async () => {
    server(() => answer([], { figures: { ...figures, creditsUntil: null, creditsMissing: 0 } }));
    await open();
    expect(await screen.findByText('dão para o mês')).toBeDefined();
  });

  it.each([
    ['a planned charge', {}, '19/12/2026', 'sai em 12/12'],
    [
      'a scheduled charge',
      { next: { dueOn: '2026-11-22', state: 'scheduled', sendsOn: '2026-11-15' } },
      '22/11/2026',
      'agendada no banco',
    ],
    [
      'an authorization of today',
      { authorizedTimestamp: seconds('2026-11-20T09:00:00-03:00') },
      '19/12/2026',
      'autorizada hoje',
    ],
    ['a refusal with a retry', refused(), 'Sem saldo na conta', 'tenta de novo 21/11'],
    [
      'a final refusal',
      refused({
        refusal: {
          ...refusal,
          reason: 'account-closed',
          text: 'Conta encerrada no banco',
          retryOn: null,
        },
      }),
      'Conta encerrada no banco',
      'não tenta mais',
    ],
    [
      'an open code',
      { status: 'waiting', codeUntilTimestamp: seconds('2026-11-20T15:01:00-03:00') },
      'QR aberto',
      'até 15:01',
    ],
  ] as const)('shows what follows for %s', async (_case, change, first, second) => {
    server(() => answer([authorization({ ...(change as object), name: 'Ana Paula' })]));
    await open();
    const cell = (await rowOf('Ana Paula')).querySelectorAll('td')[2]!;
    expect(cell.textContent).toBe(first + second);
  });

  it('gives no colour to the expiry of a line that renews by itself', async () => {
    const soon = seconds('2026-11-23T23:59:00-03:00');
    server(() =>
      answer([authorization({ expiresTimestamp: soon }), refused({ expiresTimestamp: soon })]),
    );
    await open();
    const levelOf = async (name: string) =>
      (await rowOf(name)).querySelector('[data-level]')!.getAttribute('data-level');
    expect(await levelOf('Dona Célia')).toBe('0');
    expect(await levelOf('Bar do Nando')).toBe('1');
  });

  it('offers another authorization only after a final refusal, and the end of running ones', async () => {
    const final = { ...refusal, reason: 'account-closed', retryOn: null } as const;
    server(() => answer([refused(), refused({ id: 7, name: 'Fátima Ribeiro', refusal: final })]));
    await open();
    expect(await menuOf('Bar do Nando')).toEqual([
      'Renovação automática',
      'Histórico',
      'Ver linha',
      'Copiar link de pagamento',
      'Encerrar autorização',
    ]);
    cleanup();
    await open();
    expect(await menuOf('Fátima Ribeiro')).toContain('Pedir outra autorização');
  });

  it('charges a refused customer with the message of the server', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const message = 'Oi, Nando! O Pix automático de R$ 68,00 não passou: sem saldo na conta.';
    const requests = server(
      () => answer([refused()]),
      [
        createAuthorizationLink,
        () => ({
          url: 'https://rm.example/portal#l.2.x',
          expiresTimestamp: 0,
          message,
          whatsapp: '5511987654321',
        }),
      ],
    );
    await open();
    fireEvent.click(
      within(await rowOf('Bar do Nando')).getByRole('button', { name: 'Cobrar: Bar do Nando' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Cobrar Bar do Nando' }));
    expect(await dialog.findByText(message)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: /^Enviar para \+55 \(11\) 98765-4321/ }));
    expect(String(opened.mock.calls[0]![0])).toContain('5511987654321');
    expect(calls(requests, createAuthorizationLink).map(({ body }) => body)).toEqual([
      { about: 'payment' },
    ]);
  });

  it('shows that the link could not be created, and tries again', async () => {
    let isBroken = true;
    const requests = server(
      () => answer([refused()]),
      [
        createAuthorizationLink,
        () => {
          if (isBroken) throw new Refusal('authorization_not_found');
          return {
            url: 'https://rm.example/p',
            expiresTimestamp: 0,
            message: 'Oi',
            whatsapp: null,
          };
        },
      ],
    );
    await open('?dialog=charge&authorization=6');
    const dialog = within(await screen.findByRole('dialog', { name: 'Cobrar Bar do Nando' }));
    expect(await dialog.findByText('Não deu para criar o link')).toBeDefined();
    isBroken = false;
    fireEvent.click(dialog.getByRole('button', { name: 'Tentar de novo' }));
    expect(await dialog.findByText('https://rm.example/p')).toBeDefined();
    expect(calls(requests, createAuthorizationLink)).toHaveLength(2);
  });

  it('ends an authorization only after the confirmation', async () => {
    const requests = server(
      () => answer([authorization()]),
      [endAuthorization, () => ({ message: 'Autorização encerrada' })],
    );
    await open();
    await menuOf('Dona Célia');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Encerrar autorização', ...hidden }));
    const question = within(
      await screen.findByRole('alertdialog', {
        name: 'Encerrar a renovação automática de Dona Célia?',
      }),
    );
    expect(question.getByText(/20\/12\/2026/)).toBeDefined();
    fireEvent.click(question.getByRole('button', { name: 'Não' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls(requests, endAuthorization)).toEqual([]);
    await menuOf('Dona Célia');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Encerrar autorização', ...hidden }));
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, encerrar' }));
    await screen.findByText('Autorização encerrada');
    expect(calls(requests, endAuthorization).map(({ path }) => path)).toEqual([
      '/api/recurring-pix/5/end',
    ]);
  });

  it('shows the charges and tries of an authorization, with the code of the provider', async () => {
    server(
      () => answer([authorization()]),
      [
        listAuthorizationHistory,
        () => [
          {
            kind: 'charge',
            on: '2026-11-19',
            state: 'refused',
            value: 35,
            text: 'Sem saldo na conta',
            code: 'PAYMENT_OVERDUE',
            paidTimestamp: null,
          },
          {
            kind: 'authorized',
            on: '2026-10-20',
            state: null,
            value: null,
            text: '',
            code: '',
            paidTimestamp: null,
          },
        ],
      ],
    );
    await open('?dialog=history&authorization=5');
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Histórico do Pix Automático' }),
    );
    expect(await dialog.findByText('Cobrança, recusada')).toBeDefined();
    expect(dialog.getByText('PAYMENT_OVERDUE')).toBeDefined();
    expect(dialog.getByText('Autorizado')).toBeDefined();
  });
});

describe('states of the list', () => {
  it('invites to share the portal while nobody renews by itself', async () => {
    server(() => noRows());
    await open();
    expect(await screen.findByText('Nenhum cliente renova sozinho ainda')).toBeDefined();
    expect(screen.getByText('Quem escolher Renovar sozinho no portal aparece aqui.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copiar link do portal' })).toBeDefined();
  });

  it('says that the provider does not offer recurring Pix', async () => {
    server(() => noRows({ offer: 'not-eligible' }));
    await open();
    expect(await screen.findByText('Seu provedor não faz Pix Automático')).toBeDefined();
    expect(screen.getByText('Seus clientes continuam com o Pix de um toque.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ver Recebimento' }).getAttribute('href')).toBe(
      '/payment-providers',
    );
  });

  it('repeats a search without results', async () => {
    const requests = server(() => noRows());
    await open('?search=zeca&status=active');
    expect(await screen.findByText('Nada para “zeca”')).toBeDefined();
    expect(calls(requests, listAuthorizations)[0]!.query).toMatchObject({
      search: 'zeca',
      status: 'active',
    });
  });

  it('keeps the page usable when the list cannot be read', async () => {
    server(() => {
      throw new Refusal('too_many_attempts', { params: { seconds: 5 } } as never);
    });
    await open();
    expect(await screen.findByText('Não deu para carregar a lista')).toBeDefined();
  });

  it('requires a second factor', async () => {
    answering([[getProfile, () => profile()]]);
    await open();
    expect(await screen.findByText('Esta tela pede um segundo fator')).toBeDefined();
  });
});

type LineAuthorization = NonNullable<ResponseOf<typeof getLineAuthorization>['authorization']>;
const ofLine = (change: Partial<LineAuthorization> = {}): { authorization: LineAuthorization } => ({
  authorization: {
    ...authorization(),
    provider: 'asaas',
    payerName: 'Célia Maria Souza',
    customerStopsUntil: '2026-12-18',
    nextExpiresTimestamp: seconds('2027-01-20T23:59:00-03:00'),
    credits: 1,
    portalCredits: 18,
    newValue: null,
    ...change,
  },
});

describe('automatic renewal in the list of lines', () => {
  const withLine = (
    change: Parameters<typeof lineRow>[0],
    ...more: Parameters<typeof answering>[0]
  ) => lineServer(() => lineListAnswer(lineRow(change)), ...more);
  const address = '/users-iptv?dialog=recurring&line=1';
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

  it('replaces the distance to the expiry by the day of the debit, without a warning', async () => {
    withLine({ days: 3, recurring_due_on: '2026-12-19' }, [getLineAuthorization, () => ofLine()]);
    await openLines();
    const mark = await screen.findByRole('button', { name: /^em 19\/12/ });
    const expiry = mark.closest('[data-level]')!;
    expect(expiry.getAttribute('data-level')).toBe('0');
    expect(expiry.textContent).not.toContain('em 3 dias');
    fireEvent.click(mark);
    await dialog('Renova sozinho em 19/12/2026');
  });

  it('marks the line before a day of the debit is planned', async () => {
    withLine({ days: 3, recurring_due_on: null }, [
      getLineAuthorization,
      () => ofLine({ next: null }),
    ]);
    await openLines();
    const mark = await screen.findByRole('button', { name: /^renova sozinho/ });
    expect(mark.closest('[data-level]')!.getAttribute('data-level')).toBe('0');
    fireEvent.click(mark);
    await dialog('Renova sozinho');
  });

  it('marks a refused debit in addition to the expiry', async () => {
    withLine({ days: 3, recurring_due_on: '2026-12-19', is_recurring_refused: true });
    await openLines();
    const mark = await screen.findByRole('button', { name: /^recusada/ });
    const cell = mark.closest('td')!;
    expect(cell.querySelector('[data-level]')!.getAttribute('data-level')).toBe('1');
    expect(cell.textContent).toContain('em 3 dias');
  });

  it('states the amount, the effect, the cost, the consent and who can end it', async () => {
    withLine({ recurring_due_on: '2026-12-19' }, [getLineAuthorization, () => ofLine()]);
    await openLines(address);
    const box = await dialog('Renova sozinho em 19/12/2026');
    for (const text of [
      'R$ 35,00, fixo',
      '20/01/2027',
      '1 crédito do portal, que tem 18',
      '20/10/2026 14:36, pelo Asaas',
      'Célia Maria Souza, CPF •••.913.760-••',
      'no app do banco ou no portal, até 18/12/2026',
      'aqui; o cliente é avisado e passa a pagar à mão',
      'se a linha for deletada, bloqueada ou migrada, ou quando o cliente autorizar outro preço',
      '+30 antes do dia 19 pula a cobrança de dezembro. A autorização fica.',
    ])
      expect(box.getByText(text)).toBeDefined();
  });

  it('warns about missing portal credits and a changed price', async () => {
    withLine({ recurring_due_on: '2026-12-19' }, [
      getLineAuthorization,
      () => ofLine({ portalCredits: 0, newValue: 40 }),
    ]);
    await openLines(address);
    const box = await dialog('Renova sozinho em 19/12/2026');
    expect(
      box.getByText('1 crédito do portal, que tem 0: o pagamento chega e a renovação espera.'),
    ).toBeDefined();
    expect(
      box.getByText(
        (_text, element) =>
          element?.tagName === 'P' &&
          element.textContent ===
            'O preço mudou para R$ 40,00: a cobrança fica em R$ 35,00 até o cliente autorizar de novo.',
      ),
    ).toBeDefined();
  });

  it('gives the reason of a refusal first and offers to charge by hand', async () => {
    withLine({ recurring_due_on: '2026-12-19', is_recurring_refused: true }, [
      getLineAuthorization,
      () => ofLine({ status: 'refused', refusal }),
    ]);
    await openLines(address);
    const box = await dialog('A cobrança de 19/11/2026 não passou');
    expect(box.getByText('Sem saldo na conta.')).toBeDefined();
    expect(box.getByRole('button', { name: 'Cobrar' })).toBeDefined();
  });

  it('says that the line does not renew by itself any more', async () => {
    withLine({}, [getLineAuthorization, () => ({ authorization: null })]);
    await openLines(address);
    const box = await dialog('Renovação automática');
    expect(await box.findByText('Este cliente não renova sozinho')).toBeDefined();
  });
});
