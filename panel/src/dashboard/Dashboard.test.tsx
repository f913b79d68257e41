import { Refusal } from '@ramal/contract/api/errors';
import { listAnnouncements } from '@ramal/contract/announcements';
import { dismissFirstSteps, getDashboard } from '@ramal/contract/dashboard';
import { getDueLines } from '@ramal/contract/lines/due-lines';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getTopUpOffer } from '@ramal/contract/payments/top-ups';
import { createIptvLine, getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import { newP2pLines, type P2pCalls, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { created, packages, profile } from '../lines/test/answers.ts';
import { totals } from '../lines/test/list.tsx';
import { p2pCreated, products, seller } from '../lines/test/p2p.tsx';
import { answering, calls, type Respond, show } from '../lines/test/screen.tsx';
import { Dashboard } from './Dashboard.tsx';
import { dueAnswer } from './due/due.fixtures.ts';

const nothingPublished: ResponseOf<typeof listAnnouncements> = {
  anuncios: [],
  atualizacoes: [],
  anunciosPortal: [],
  anunciosP2P: [],
  anunciosPortalP2P: [],
  total: 0,
  totalExact: true,
  currentPage: 1,
  perPage: 5,
  lastPage: 1,
};
const service = (calls: P2pCalls): Parameters<typeof answering>[0] => [
  [calls.products, () => products],
  [calls.create, () => p2pCreated()],
];

async function open(
  me: ResponseOf<typeof getProfile> = seller(),
  dashboard: Respond = () => totals,
  ...more: Parameters<typeof answering>[0]
) {
  const requests = answering([
    [getProfile, () => me],
    [getDashboard, dashboard],
    [getDueLines, () => dueAnswer()],
    [listAnnouncements, () => nothingPublished],
    [getIptvPackages, () => packages],
    [createIptvLine, () => created({ is_trial: true, nota: '' })],
    ...service(p2pLines),
    ...service(newP2pLines),
    ...more,
  ]);
  await show(<Dashboard />, '/reseller');
  return requests;
}
const tests = () =>
  screen
    .queryAllByRole('button', { name: /^Teste / })
    .map((button) => button.querySelector('b')!.textContent);
const figure = async (label: string) => (await screen.findByText(label)).closest('[data-figure]')!;
/** Waits until the value and its note are loaded, and returns both. */
const read = async (label: string) => {
  const shown = await figure(label);
  await waitFor(() => expect(shown.querySelector('.mantine-Skeleton-root')).toBeNull());
  return [
    shown.querySelector('[data-part="value"]')!.textContent,
    shown.querySelector('[data-part="note"]')!.textContent,
  ];
};

const setWidth = (width: number) =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(
    { width, height: 800 },
  );

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('shows how many customers need attention today', async () => {
  await open();
  expect(await screen.findByText(/\. 2 clientes pedem atenção\.$/)).toBeTruthy();
});

it('requests neither due lines nor the credit offer for an admin', async () => {
  const requests = await open(profile({ profile: 'admin', credits: null }), () => ({
    ...busyDay,
    credits: 0,
  }));
  await screen.findByText('Toda a operação');
  expect(calls(requests, getDueLines)).toHaveLength(0);
  expect(calls(requests, getTopUpOffer)).toHaveLength(0);
});

describe('offered quick tests', () => {
  const allOn = seller().flags;
  it.each([
    [
      'appear for every platform that the account sells',
      seller(),
      ['Teste IPTV', 'Teste P2P', 'Teste Novo P2P'],
    ],
    ['appear for new P2P only with the grant', seller({ grants: [] }), ['Teste IPTV', 'Teste P2P']],
    [
      'appear for new P2P only while its function is on',
      seller({ flags: { ...allOn, n_p2p: false } }),
      ['Teste IPTV', 'Teste P2P'],
    ],
    [
      'appear for P2P only while its function is on',
      seller({ flags: { ...allOn, p2p: false } }),
      ['Teste IPTV', 'Teste Novo P2P'],
    ],
    [
      'appear for IPTV only while IPTV tests are on',
      seller({ flags: { ...allOn, test_iptv: false } }),
      ['Teste P2P', 'Teste Novo P2P'],
    ],
    [
      'appear for IPTV only while its function is on',
      seller({ flags: { ...allOn, iptv: false } }),
      ['Teste P2P', 'Teste Novo P2P'],
    ],
    ['do not appear while tests are off', seller({ flags: { ...allOn, tests: false } }), []],
    ['do not appear for an admin', seller({ profile: 'admin', credits: null }), []],
  ])('%s', async (_, me, offered) => {
    await open(me);
    await read(me.profile === 'admin' ? 'Total de revendas' : 'Ativos diretos');
    expect(tests()).toEqual(offered);
    expect(screen.queryByText('Novo cliente') === null).toBe(me.profile === 'admin');
  });
});

describe('quick test', () => {
  const tap = async (name: string) =>
    fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^Teste ${name} `) }));

  it('creates an IPTV test with one tap: six hours, package 1, the specified note, and its receipt', async () => {
    const requests = await open();
    await tap('IPTV');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Teste criado com sucesso')).toBeTruthy();
    expect(within(dialog).getByText('30809062')).toBeTruthy();
    expect(within(dialog).getByText('z8Kj52op')).toBeTruthy();
    expect(calls(requests, createIptvLine)).toMatchObject([
      {
        body: {
          isOficial: false,
          credits: 1,
          package: 1,
          test_hours: 6,
          nota: 'Usuário gerado em teste rapido',
        },
      },
    ]);
    expect(calls(requests, createIptvLine)[0]!.key).not.toBeNull();
  });

  it.each([
    ['P2P', p2pLines as P2pCalls],
    ['Novo P2P', newP2pLines as P2pCalls],
  ])(
    'creates a test on %s with the complete plan and shows the receipt of the platform',
    async (name, { create }) => {
      const requests = await open();
      await tap(name);
      const dialog = await screen.findByRole('dialog');
      expect(within(dialog).getByText('osvaldo')).toBeTruthy();
      expect(calls(requests, create)).toMatchObject([
        {
          body: {
            isOficial: false,
            productid: 1,
            test_hours: 6,
            nota: 'Usuário gerado em teste rapido',
          },
        },
      ]);
    },
  );

  it('uses the typed note and hours, then keeps the hours and clears the note', async () => {
    const requests = await open();
    fireEvent.change(await screen.findByLabelText('Para quem'), {
      target: { value: ' Wellington ' },
    });
    fireEvent.click(screen.getByRole('radio', { name: '2 h' }));
    expect((await screen.findByRole('button', { name: /^Teste IPTV/ })).textContent).toContain(
      '2 horas, grátis',
    );
    await tap('IPTV');
    await screen.findByRole('dialog');
    expect(calls(requests, createIptvLine)[0]!.body).toMatchObject({
      nota: 'Wellington',
      test_hours: 2,
    });
    expect((screen.getByLabelText('Para quem') as HTMLInputElement).value).toBe('');
    expect(
      (screen.getByRole('radio', { name: '2 h', hidden: true }) as HTMLInputElement).checked,
    ).toBe(true);
  });

  it('accepts a number in any format, so that the receipt can be sent at once', async () => {
    const requests = await open();
    const field = await screen.findByLabelText('Para quem');
    fireEvent.change(field, { target: { value: '+55 11 98888-7766' } });
    await tap('IPTV');
    await screen.findByRole('dialog');
    expect(calls(requests, createIptvLine)[0]!.body).toMatchObject({
      whatsapp: '+55 11 98888-7766',
      nota: 'Usuário gerado em teste rapido',
    });
  });

  it('creates one test when the button is tapped twice', async () => {
    const answer = Promise.withResolvers<void>();
    const requests = await open(seller(), () => totals, [
      createIptvLine,
      async () => {
        await answer.promise;
        return created({ is_trial: true });
      },
    ]);
    await tap('IPTV');
    await tap('IPTV');
    const button = screen.getByRole('button', { name: /^Teste IPTV/ });
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    await tap('IPTV');
    answer.resolve();
    await screen.findByRole('dialog');
    expect(calls(requests, createIptvLine)).toHaveLength(1);
  });

  it('shows why a test was rejected and keeps the note', async () => {
    await open(seller(), () => totals, [
      createIptvLine,
      () => {
        throw new Refusal('tests_off');
      },
    ]);
    fireEvent.change(await screen.findByLabelText('Para quem'), {
      target: { value: 'Wellington' },
    });
    await tap('IPTV');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Os testes estão desligados no momento.');
    expect((screen.getByLabelText('Para quem') as HTMLInputElement).value).toBe('Wellington');
    expect(screen.queryByText('Teste criado com sucesso')).toBeNull();
  });
});

const busyDay: ResponseOf<typeof getDashboard> = {
  ...totals,
  usersIptv: 208,
  usersP2p: 104,
  totalOnline: 87,
  iptvTests: 3,
  p2pTests: 1,
  expiringIptv: 12,
  expiringP2p: 6,
  generateTests: 23,
  createdUsers: 12,
  totalNewUsers: 41,
  totalResellers: 46,
  totalResellersUnder: 1,
  totalWatching: 540,
  tickets: 0,
  asOf: '20/11/2026 14:31',
  childrens: {
    iptvActives: 1200,
    iptvExpired: 80,
    p2pActives: 506,
    p2pExpired: 16,
    newP2pActives: 0,
    newP2pExpired: 0,
    totalTestsIptv: 8,
    totalTestsP2p: 4,
    totalTestsNewP2p: 0,
  },
};

describe('figures of the dashboard', () => {
  it('shows a seller credits, own lines and the network by platform', async () => {
    await open(seller(), () => busyDay);
    expect(await read('Ativos diretos')).toEqual(['312', '208 IPTV · 104 P2P']);
    expect(await read('Online IPTV')).toEqual(['87', 'agora, de 211']);
    expect(await read('Vencem em 7 dias')).toEqual(['18', '12 IPTV · 6 P2P']);
    expect(await read('Novos usuários')).toEqual(['12', 'este mês, sem testes']);
    expect(await read('Novos com a rede')).toEqual(['41', 'este mês, seus e da rede']);
    expect(await read('Testes gerados')).toEqual(['23', 'este mês · em andamento: 3 IPTV · 1 P2P']);
    expect(await read('Revendas abaixo')).toEqual(['46', '1 direta']);
    expect(await read('Ativos')).toEqual(['1.706', '1.200 IPTV · 506 P2P']);
    expect(await read('Vencidos')).toEqual(['96', '80 IPTV · 16 P2P']);
    expect(await read('Testes em andamento')).toEqual(['12', '8 IPTV · 4 P2P']);
    expect(await read('Assistindo agora')).toEqual(['540', 'as suas linhas e as da rede']);
    expect(screen.getByText('Dá para 42 renovações de 30 dias')).toBeTruthy();
    expect(screen.queryByText('Novos tickets')).toBeNull();
  });

  const links = async (label: string) =>
    [...(await figure(label)).querySelectorAll('a')].map((link) =>
      decodeURIComponent(link.getAttribute('href')!),
    );

  it('links each figure to the rows that it counts', async () => {
    await open(seller(), () => busyDay);
    await read('Ativos diretos');
    expect(await links('Ativos diretos')).toEqual([
      '/users-iptv?status=Ativo',
      '/users-p2p?status=Ativo',
    ]);
    expect(await links('Vencem em 7 dias')).toEqual([
      '/users-iptv?status=Ativo&due="7"',
      '/users-p2p?status=Ativo&due="7"',
    ]);
    expect(await links('Vencidos')).toEqual([
      '/users-iptv?resellerId=below&status=Ativo&due=expired',
      '/users-p2p?resellerId=below&status=Ativo&due=expired',
    ]);
    expect(await links('Novos usuários')).toEqual([`/log?group=new&reseller=${seller().id}`]);
    expect(await links('Novos com a rede')).toEqual(['/log?group=new']);
    expect(await links('Revendas abaixo')).toEqual([
      '/list-resellers?levels=all',
      `/list-resellers?under=${seller().id}`,
    ]);
  });

  it('links the total to the only list when the lines are on one platform', async () => {
    await open(seller(), () => ({ ...busyDay, usersP2p: 0, usersNewP2p: 0 }));
    await read('Ativos diretos');
    const value = (await figure('Ativos diretos')).querySelector('[data-part="value"] a')!;
    expect(value.textContent).toBe('208');
    expect(value.getAttribute('href')).toBe('/users-iptv?status=Ativo');
  });

  it('shows an admin tickets instead of credits and tests', async () => {
    await open(profile({ profile: 'admin', credits: null }), () => ({ ...busyDay, tickets: 2 }));
    expect(await read('Novos tickets')).toEqual(['2', 'esperam resposta']);
    expect(await links('Novos tickets')).toEqual(['/ticket?status=0']);
    expect(await read('Total de revendas')).toEqual(['46', '1 direta']);
    expect(screen.queryByText('Créditos')).toBeNull();
    expect(screen.queryByText('Testes gerados')).toBeNull();
  });

  it('shows the time of the figures and the time of the network counts', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T17:32:40Z'), toFake: ['Date'] });
    await open(seller(), () => busyDay);
    expect(await screen.findByText('Números de 14:31')).toBeTruthy();
    expect(await screen.findByText('Atualizado às 14:32')).toBeTruthy();
  });

  it('shows the day of network counts that are not from today', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-22T17:32:40Z'), toFake: ['Date'] });
    await open(seller(), () => busyDay);
    expect(await screen.findByText('Números de 20/11/2026 14:31')).toBeTruthy();
  });

  it('shows the distance to the next bonus if there is one', async () => {
    await open(seller(), () => ({ ...busyDay, next_goal: 50 }));
    expect(await read('Novos usuários')).toEqual(['12', '12 de 5012 de 50 para o bônus']);
    const meter = document.querySelector('meter')!;
    expect([meter.getAttribute('value'), meter.getAttribute('max')]).toEqual(['12', '50']);
  });

  it('reads the figures again every six minutes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const requests = await open(seller(), () => busyDay);
    await read('Ativos diretos');
    const before = calls(requests, getDashboard).length;
    // Half a minute is left for the time that the test itself takes.
    await vi.advanceTimersByTimeAsync(330_000);
    expect(calls(requests, getDashboard)).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(calls(requests, getDashboard)).toHaveLength(before + 1);
  });
});

describe('message of the administration', () => {
  it('shows the notice above all content with a link to the tickets', async () => {
    await open(seller(), () => ({ ...busyDay, new_message: true }));
    const link = await screen.findByRole('link', { name: 'Ver ticket' });
    expect(link.getAttribute('href')).toBe('/ticket?status=3');
    expect(screen.getByText('Mensagem nova da administração')).toBeTruthy();
  });

  it('shows no notice when there is no unread message', async () => {
    await open(seller(), () => busyDay);
    await read('Ativos diretos');
    expect(screen.queryByText('Mensagem nova da administração')).toBeNull();
  });
});

describe('dashboard without totals', () => {
  const failing = () => {
    throw new Refusal('forbidden');
  };

  it('shows the specified text, and still tests and credits', async () => {
    let fails = true;
    await open(seller(), () => (fails ? failing() : busyDay));
    expect(await screen.findByText('Ocorreu um erro ao buscar totalizadores')).toBeTruthy();
    expect(screen.getByText('Você não tem permissão para fazer isso.')).toBeTruthy();
    expect(tests()).toHaveLength(3);
    expect(screen.getByText('42,4')).toBeTruthy();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await read('Ativos diretos')).toEqual(['312', '208 IPTV · 104 P2P']);
  });

  it('keeps the figures after a failed refresh and shows their time', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-20T17:32:40Z') });
    let fails = false;
    await open(seller(), () => (fails ? failing() : busyDay));
    await read('Ativos diretos');
    fails = true;
    await vi.advanceTimersByTimeAsync(361_000);
    expect(await screen.findByText('Ocorreu um erro ao buscar totalizadores')).toBeTruthy();
    expect(screen.getByText('Os números são das 14:32.')).toBeTruthy();
    expect(await read('Ativos diretos')).toEqual(['312', '208 IPTV · 104 P2P']);
  });
});

describe('dashboard on the phone', () => {
  it('shows four figures; month, network and projection are behind one button', async () => {
    setWidth(390);
    try {
      await open(seller(), () => busyDay);
      expect(await read('Testes em andamento')).toEqual(['4', '3 IPTV · 1 P2P']);
      expect(document.querySelectorAll('[data-figure]')).toHaveLength(4);
      fireEvent.click(screen.getByRole('button', { name: /^Mais números/ }));
      expect(await read('Revendas abaixo')).toEqual(['46', '1 direta']);
      expect(await read('Testes gerados')).toEqual(['23', 'este mês']);
      expect(screen.getByRole('region', { name: 'Projeção do mês' })).toBeTruthy();
    } finally {
      setWidth(1280);
    }
  });

  it('collapses only the hours; the field for the customer is always visible', async () => {
    setWidth(390);
    try {
      await open();
      const fold = await screen.findByRole('button', { name: '6 horas de teste' });
      expect(fold.getAttribute('aria-expanded')).toBe('false');
      expect(document.getElementById(fold.getAttribute('aria-controls')!)!.hidden).toBe(true);
      fireEvent.click(fold);
      fireEvent.change(screen.getByLabelText('Para quem'), { target: { value: 'Márcia' } });
      fireEvent.click(screen.getByRole('radio', { name: '1 h' }));
      expect(
        screen.getByRole('button', { name: '1 hora de teste' }).getAttribute('aria-expanded'),
      ).toBe('true');
    } finally {
      setWidth(1280);
    }
  });
});

describe('first steps of a new account', () => {
  const steps = [
    { name: 'test', done: true },
    { name: 'sale', done: false },
    { name: 'text', done: false },
  ];

  it('shows finished steps and links to the open ones', async () => {
    await open(seller(), () => ({ ...totals, first_steps: steps }));
    await screen.findByText('1 de 3');
    expect(screen.getByText('Criar o primeiro teste').closest('a')).toBeNull();
    expect(screen.getByRole('link', { name: /Vender a primeira linha/ })).toHaveProperty(
      'pathname',
      '/user-iptv',
    );
    expect(screen.getByRole('link', { name: /Escrever o seu texto/ })).toHaveProperty(
      'pathname',
      '/me',
    );
  });

  it('dismisses the steps after a confirmation, and hides them when the server names none', async () => {
    let dismissed = false;
    const requests = await open(
      seller(),
      () => (dismissed ? totals : { ...totals, first_steps: steps }),
      [
        dismissFirstSteps,
        () => {
          dismissed = true;
          return { message: 'Primeiros passos dispensados' };
        },
      ],
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Dispensar' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, dispensar' }));
    await waitFor(() => expect(screen.queryByText('Primeiros passos')).toBeNull());
    expect(calls(requests, dismissFirstSteps)).toHaveLength(1);
  });
});
