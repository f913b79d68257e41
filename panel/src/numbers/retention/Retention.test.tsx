// @vitest-environment happy-dom
import { getCohorts } from '@ramal/contract/numbers/cohorts';
import { getNumbers } from '@ramal/contract/numbers/numbers';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { cohorts, noNumbers, numbers } from '../test/answers.ts';
import { Numbers } from '../Numbers.tsx';
import { groundDepth } from './cohort-cell.ts';
import { retentionInWords } from './retention-in-words.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const server = (says: Respond = () => cohorts, figures = numbers) =>
  answering([
    [getProfile, () => profile()],
    [getNumbers, () => figures],
    [getCohorts, says],
  ]);

const open = (search = '') => show(<Numbers />, `/numbers/retention${search}`);
const table = () => screen.findByRole('table', { name: 'Por mês de entrada' });

describe('table of retention', () => {
  it('names each cell and links it to its customers', async () => {
    server();
    await open();
    const cell = within(await table()).getByRole('link', { name: /^agosto, 2 meses: 31 de 36/ });
    expect(cell.textContent).toBe('agosto, 2 meses: 31 de 3686,1%');
    expect(cell.getAttribute('href')).toBe(
      '/numbers/rows/cohort?cohort=2026-08&age=2&part=denominator',
    );
    expect(cell.getAttribute('data-tooltip')).toBe(
      'Entraram em agosto, 2 meses depois\n31 de 36 seguem · 5 saíram · R$ 1.038,50 por mês',
    );
  });

  it('marks the running month and leaves its ground empty', async () => {
    server();
    await open();
    const cells = within(await table());
    const running = cells.getByRole('link', { name: /^agosto, 3 meses: 29 de 36/ });
    expect(running.dataset['running']).toBe('true');
    expect(running.style.getPropertyValue('--depth')).toBe('');
    const closed = cells.getByRole('link', { name: /^agosto, 2 meses: 31 de 36/ });
    expect(closed.style.getPropertyValue('--depth')).toBe('29%');
  });

  it('shows the totals of the closed months', async () => {
    server();
    await open();
    const total = within(await table()).getByRole('rowheader', { name: 'Todos' });
    expect(
      [...total.closest('tr')!.querySelectorAll('td')].map(({ textContent }) => textContent),
    ).toEqual(['300', '90,5%', '83,7%', '78,9%', '75,2%', '71,4%', '67,6%', '–']);
  });

  it('shows the count instead of a ground for fewer than five customers', async () => {
    const small = { ...cohorts.cohorts[0]!, customers: 4, revenueCents: 13_400 };
    const [first] = small.cells;
    server(() => ({
      ...cohorts,
      cohorts: [{ ...small, cells: [{ ...first!, customers: 3, share: 7_500 }] }],
    }));
    await open();
    const cell = within(await table()).getByRole('link', { name: /^abril, 1 mês: 3 de 4/ });
    expect(cell.textContent).toBe('abril, 1 mês: 3 de 475,0%3 de 4');
    expect(cell.style.getPropertyValue('--depth')).toBe('');
  });

  it('compares the revenue on request and filters by origin', async () => {
    const requests = server();
    const { search } = await open();
    await table();
    fireEvent.click(screen.getByRole('radio', { name: 'Receita' }));
    expect(
      await screen.findByRole('link', { name: /^agosto, 2 meses: R\$ 1\.038,50 de R\$ 1\.206,00/ }),
    ).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /Todas as origens/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /Indicação/ }));
    await waitFor(() => expect(search()).toEqual({ measure: 'money', origin: 'referral' }));
    await waitFor(() =>
      expect(calls(requests, getCohorts).at(-1)?.query).toEqual({ origin: 'referral' }),
    );
  });
});

it('links the figures of all months to their customers', async () => {
  server();
  await open();
  const first = await screen.findByRole('link', { name: 'Seguem depois de 1 mês: 90,5%' });
  expect(first.getAttribute('href')).toBe('/numbers/rows/cohort?age=1');
  expect(screen.getByText('201 de 222')).toBeDefined();
  const value = screen.getByRole('link', { name: 'Valor de um cliente: R$ 447,95' });
  expect(value.getAttribute('href')).toBe('/numbers/rows/lifetime-value');
});

it('explains the table to an account without customers', async () => {
  server(() => ({ ...cohorts, cohorts: [], all: [], totalCustomers: 0 }), noNumbers);
  await open();
  expect(await screen.findByText('Os números começam com o primeiro cliente')).toBeDefined();
});

it('states the retention in tenths of the customers', () => {
  expect(retentionInWords(cohorts.all)).toBe(
    'De cada 10 clientes que entram, 9 seguem depois de um mês e quase 7 depois de seis.',
  );
  const [first] = cohorts.all;
  expect(retentionInWords([{ ...first!, share: 8_400 }])).toBe(
    'De cada 10 clientes que entram, mais de 8 seguem depois de um mês.',
  );
  expect(retentionInWords([])).toBeUndefined();
});

it('shades a cell from 60 to 100 percent', () => {
  const depths = [50, 60, 80, 100].map((part) => groundDepth({ part, whole: 100 }));
  expect(depths).toEqual([3, 3, 23, 43]);
});
