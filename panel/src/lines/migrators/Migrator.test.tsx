import { Refusal } from '@ramal/contract/api/errors';
import { getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import {
  migrateIptvList,
  migrateP2pList,
  verifyIptvList,
} from '@ramal/contract/lines/list-migrators';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildMenu } from '../../menu.ts';
import { created, packages, profile } from '../test/answers.ts';
import { answering, calls, type Respond, show } from '../test/screen.tsx';
import { dayFromToday } from './due-day.ts';
import { IptvMigrator, P2pMigrator } from './migrator-screens.tsx';

const LIST = 'http://antigo.exemplo:8080/get.php?username=30809062&password=z8Kj52op&type=m3u';
const { flags } = profile();
const me = () => profile({ flags: { ...flags, p2p: true } });
const iso = (day: string) => day.split('/').reverse().join('-');
const inDays = (days: number) => dayFromToday(days, new Date());

const costs = (
  change: Partial<Record<'exempt' | 'used' | 'limitReached', boolean>> & {
    limitDays?: number;
    credits?: number;
  } = {},
) => ({
  exempt: false,
  limitDays: 0,
  credits: 1,
  used: false,
  limitReached: false,
  host: 'antigo.exemplo',
  username: '30809062',
  ...change,
});
const iptv = (bring: Respond = () => created(), verify: Respond = () => costs(), who = me()) =>
  answering([
    [getProfile, () => who],
    [getIptvPackages, () => packages],
    [verifyIptvList, verify],
    [migrateIptvList, bring],
  ]);
const p2pAnswer = {
  id: 78,
  name: 'maria.souza',
  pass: 'segredo-1',
  exp_date_formatted: '21/12/2026 23:59',
  exp_date_timestamp: 1_797_908_340,
  is_trial: false,
  adult_password: '0000',
  links_franchise: 'Abra o aplicativo.',
  whatsapp: null,
  nota: '',
  product_name: 'PLANO COMPLETO',
  charged: 2,
  balance: 40.4,
};
const p2p = (bring: Respond = () => p2pAnswer) =>
  answering([
    [getProfile, me],
    [
      p2pLines.products,
      () => [
        { id: 1, name: 'PLANO COMPLETO' },
        { id: 2, name: 'PLANO COMPLETO SEM ADULTOS' },
      ],
    ],
    [migrateP2pList, bring],
  ]);

const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Migrar' }));
/** The first test of this file also loads the code of the screen, which may take seconds. */
const packageField = () => screen.findByRole('radiogroup', { name: 'Pacote' }, { timeout: 10_000 });
const choose = async (name: string | RegExp) =>
  fireEvent.click(within(await packageField()).getByRole('radio', { name }));
async function filled() {
  await choose(/^Completo/);
  type('Link da lista', LIST);
  type('Data de vencimento', inDays(30).replaceAll('/', ''));
}
const shownText = async () => {
  const dialog = await screen.findByRole('alertdialog');
  const texts = within(dialog).queryAllByRole('listitem');
  return texts.length > 0 ? texts.map(({ textContent }) => textContent) : dialog.textContent;
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('validation of a migration', () => {
  it('shows the specified text for missing fields, and a text under each field', async () => {
    const requests = iptv();
    await show(<IptvMigrator />, '/migration-iptv');
    await packageField();
    submit();
    expect(
      (await screen.findByText('Preencha todos os campos')).closest('[role=alertdialog]'),
    ).toBeTruthy();
    for (const text of ['O campo Link da lista é necessário.', 'Data de vencimento inválida'])
      expect(screen.getAllByText(text)).toHaveLength(2);
    expect(calls(requests, migrateIptvList)).toEqual([]);
  });

  it('rejects a link without user name or password, and a past day', async () => {
    const requests = iptv();
    await show(<IptvMigrator />, '/migration-iptv');
    await choose(/^Completo/);
    type('Link da lista', 'http://antigo.exemplo/get.php?username=1');
    type('Data de vencimento', '01/01/2020');
    submit();
    expect(await shownText()).toEqual([
      'Link inválido, não contém password. Escreva como http://servidor.exemplo/get.php?username=123456&password=senha01.',
      'Data de vencimento inválida. Escolha um dia de hoje em diante.',
    ]);
    expect(calls(requests, verifyIptvList)).toEqual([]);
    expect(calls(requests, migrateIptvList)).toEqual([]);
  });

  it('requires user name and password on P2P', async () => {
    const requests = p2p();
    await show(<P2pMigrator />, '/migration-p2p');
    await packageField();
    type('Data de vencimento', '31/02/2027');
    submit();
    expect(
      (await screen.findByText('Preencha todos os campos')).closest('[role=alertdialog]'),
    ).toBeTruthy();
    for (const label of ['Usuário', 'Senha'])
      expect(screen.getAllByText(`O campo ${label} é necessário.`)).toHaveLength(2);
    expect(screen.getAllByText('Data de vencimento inválida')).toHaveLength(2);
    expect(calls(requests, migrateP2pList)).toEqual([]);
  });
});

describe('cost of a migration', () => {
  it('requests the cost after link and day are typed', async () => {
    const requests = iptv();
    await show(<IptvMigrator />, '/migration-iptv');
    expect(
      await screen.findByText('O custo aparece aqui quando houver link e vencimento.'),
    ).toBeDefined();
    await filled();
    expect(
      await screen.findByText(
        `1 crédito · 30 dias · vence em ${inDays(30)} às 23:59 · saldo depois: 41,4`,
      ),
    ).toBeDefined();
    expect(calls(requests, verifyIptvList).map(({ body }) => body)).toEqual([
      { url: LIST, exp_date: iso(inDays(30)) },
    ]);
    const facts = screen.getByLabelText('O que o link diz');
    expect(facts.textContent).toBe('Usuário30809062Senhaz8Kj52opServidorantigo.exemplo');
  });

  it.each([
    [
      costs({ exempt: true, limitDays: 30, credits: 0 }),
      'Lista isenta: até 30 dias sem custo.',
      /^Grátis · 30 dias/,
    ],
    [
      costs({ exempt: true, limitDays: 15, credits: 0.6 }),
      'Lista isenta: 15 dias sem custo, e você paga só o que passar disso.',
      /^0,6 créditos · 30 dias/,
    ],
    [
      costs({ used: true }),
      'Este cliente já veio desta lista sem custo: a isenção vale uma vez.',
      /^1 crédito · 30 dias/,
    ],
    [
      costs({ limitReached: true }),
      'Você já trouxe desta lista todos os clientes sem custo que podia.',
      /^1 crédito · 30 dias/,
    ],
  ])('shows why the list costs less or nothing: %#', async (answer, why, sentence) => {
    iptv(undefined, () => answer);
    await show(<IptvMigrator />, '/migration-iptv');
    await filled();
    expect(await screen.findByText(why)).toBeDefined();
    expect(screen.getByText(sentence)).toBeDefined();
  });

  it('shows the missing credits', async () => {
    iptv(undefined, () => costs({ credits: 2 }), profile({ credits: 0.5 }));
    await show(<IptvMigrator />, '/migration-iptv');
    await filled();
    expect(
      await screen.findByText(/^Faltam 1,5 créditos para migrar este cliente\./),
    ).toBeDefined();
  });

  it('sends nothing before the cost was shown', async () => {
    const requests = iptv(undefined, () => {
      throw new Refusal('unavailable');
    });
    await show(<IptvMigrator />, '/migration-iptv');
    await filled();
    submit();
    expect(await shownText()).toContain('O custo ainda está sendo consultado.');
    expect(calls(requests, migrateIptvList)).toEqual([]);
  });

  it('depends only on the days on P2P', async () => {
    p2p();
    await show(<P2pMigrator />, '/migration-p2p');
    await packageField();
    fireEvent.click(screen.getByRole('radio', { name: /^15/ }));
    expect(await screen.findByText(/^0,6 créditos · 15 dias .* saldo depois: 41,8$/)).toBeDefined();
    type('Data de vencimento', inDays(31));
    expect(await screen.findByText(/^2 créditos · 31 dias .* saldo depois: 40,4$/)).toBeDefined();
  });
});

describe('migrated customer', () => {
  it('sends the note in both fields and the shown cost, and shows the receipt', async () => {
    const requests = iptv();
    await show(<IptvMigrator />, '/migration-iptv');
    await filled();
    type(/^Anotações/, 'Da lista antiga');
    await screen.findByText(/saldo depois: 41,4$/);
    submit();
    expect(await screen.findByText('Usuário migrado com sucesso')).toBeDefined();
    const [sent] = calls(requests, migrateIptvList);
    expect(sent?.body).toEqual({
      url: LIST,
      package: 1,
      user: { exp_date: iso(inDays(30)), nota: 'Da lista antiga' },
      nota: 'Da lista antiga',
      credits: 1,
    });
    expect(sent?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(screen.getAllByText('30809062').length).toBeGreaterThan(1);
    expect(screen.getAllByText('30 dias').length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Link da lista')).toHaveProperty('value', '');
  });

  it('preselects the package of the last sale and keeps it for the next customer', async () => {
    localStorage.setItem('ramal.pacote.p2p', '2');
    p2p();
    await show(<P2pMigrator />, '/migration-p2p');
    const tile = async (name: string) =>
      within(await packageField()).getByRole<HTMLInputElement>('radio', { name });
    expect((await tile('PLANO COMPLETO SEM ADULTOS')).checked).toBe(true);
    fireEvent.click(await tile('PLANO COMPLETO'));
    type('Usuário', 'maria.souza');
    type(/^Senha/, 'segredo-1');
    type('Data de vencimento', inDays(30));
    submit();
    await screen.findByText('Usuário migrado com sucesso');
    expect(localStorage.getItem('ramal.pacote.p2p')).toBe('1');
  });

  it('shows an error when there is no package', async () => {
    const requests = answering([
      [getProfile, me],
      [p2pLines.products, () => []],
    ]);
    await show(<P2pMigrator />, '/migration-p2p');
    await screen.findByPlaceholderText('Escolha um pacote', {}, { timeout: 10_000 });
    submit();
    expect(await screen.findByText('O campo Pacote é necessário.')).toBeDefined();
    expect(calls(requests, migrateP2pList)).toEqual([]);
  });

  it('sends a P2P customer, whose password is not stored in the browser', async () => {
    const requests = p2p();
    await show(<P2pMigrator />, '/migration-p2p');
    await choose('PLANO COMPLETO SEM ADULTOS');
    type('Usuário', 'maria.souza');
    type(/^Senha/, 'segredo-1');
    type('Data de vencimento', inDays(45));
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('segredo-1');
    submit();
    expect(await screen.findByText('Usuário migrado com sucesso')).toBeDefined();
    expect(calls(requests, migrateP2pList)[0]?.body).toEqual({
      name: 'maria.souza',
      pass: 'segredo-1',
      productid: 2,
      endTime: iso(inDays(45)),
      credits: 2,
    });
    // The summary shows the chosen number of days. It does not show the usual number for two
    // credits.
    expect(screen.getByText('45 dias')).toBeDefined();
  });

  it('keeps the same key when the answer is lost', async () => {
    let tries = 0;
    const requests = iptv(() => {
      tries += 1;
      if (tries <= 3) throw new TypeError('Failed to fetch');
      return created();
    });
    await show(<IptvMigrator />, '/migration-iptv');
    await filled();
    await screen.findByText(/saldo depois: 41,4$/);
    submit();
    await screen.findByRole('alertdialog', {}, { timeout: 6000 });
    fireEvent.click(screen.getByRole('button', { name: 'Entendi' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    submit();
    await screen.findByText('Usuário migrado com sucesso');
    expect(new Set(calls(requests, migrateIptvList).map(({ key }) => key)).size).toBe(1);
  });

  it('shows the reason of a rejection under its field', async () => {
    iptv(() => {
      throw new Refusal('imported_name_taken', {
        values: { username: '30809062' },
        fields: { url: 'Este usuário já existe.' },
      });
    });
    await show(<IptvMigrator />, '/migration-iptv');
    await filled();
    await screen.findByText(/saldo depois: 41,4$/);
    submit();
    expect(await shownText()).toContain('O usuário 30809062 já existe aqui.');
    expect(screen.getByText('Este usuário já existe.')).toBeDefined();
    expect(screen.getByLabelText('Link da lista')).toHaveProperty('value', LIST);
  });

  it('requests the cost again when it has changed', async () => {
    let credits = 0;
    const requests = iptv(
      () => {
        throw new Refusal('cost_changed', { values: { cost: '1 crédito' } });
      },
      () => costs({ credits, exempt: credits === 0, limitDays: credits === 0 ? 30 : 0 }),
    );
    await show(<IptvMigrator />, '/migration-iptv');
    await filled();
    await screen.findByText(/^Grátis/);
    credits = 1;
    submit();
    expect(await shownText()).toContain('O custo mudou: agora é 1 crédito.');
    expect(await screen.findByText(/^1 crédito · 30 dias/)).toBeDefined();
    expect(calls(requests, migrateIptvList)[0]?.body.credits).toBe(0);
  });
});

describe('access to the migrators', () => {
  const children = (change: Parameters<typeof profile>[0]) =>
    buildMenu(profile(change)).flatMap(({ items }) =>
      items.flatMap((item) =>
        (item.children ?? []).filter(({ label }) => label.startsWith('Migrador')),
      ),
    );

  it('shows the migrators with a remark to sellers of the platform', () => {
    expect(children({ flags: { ...flags, p2p: true } })).toEqual([
      { label: 'Migrador IPTV', remark: 'por tempo limitado', to: '/migration-iptv' },
      { label: 'Migrador P2P', remark: 'por tempo limitado', to: '/migration-p2p' },
    ]);
    expect(children({ flags }).map(({ label }) => label)).toEqual(['Migrador IPTV']);
    expect(children({ flags: { ...flags, iptv: false } })).toEqual([]);
    expect(children({ platforms: ['p2p'] })).toEqual([]);
    expect(children({ profile: 'admin' })).toEqual([]);
  });

  it('hides the migrator from other accounts, even at its address', async () => {
    answering([[getProfile, () => profile({ flags: { ...flags, iptv: false } })]]);
    await show(<IptvMigrator />, '/migration-iptv');
    await waitFor(() => expect(screen.queryByText('Migrador IPTV')).toBeNull());
    expect(screen.queryByLabelText('Link da lista')).toBeNull();
  });
});
