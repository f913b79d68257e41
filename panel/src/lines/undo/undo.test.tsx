// @vitest-environment happy-dom
/** Undo of actions on lines: the bar, its key, and actions that run without a question. */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { Refusal } from '@ramal/contract/api/errors';
import {
  editIptvLine,
  endOfDayIptvLine,
  extendIptvLine,
  getIptvLinks,
  listIptvLines,
  switchIptvLine,
  trustIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { setLinePrice } from '@ramal/contract/lines/line-payments';
import { setLineWhatsapp } from '@ramal/contract/lines/lines';
import { getLineReminders, saveLineReminders } from '@ramal/contract/reminders/customers';
import { getProfile } from '@ramal/contract/sessions';
import { type ChosenUndoAct, chosenUndoActs, saveUndoChoices, undoAct } from '@ramal/contract/undo';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { created, lineListAnswer, ME, profile, row } from '../test/answers.ts';
import { bodyRow, choose, open, server } from '../test/list.tsx';
import { calls, type Respond } from '../test/screen.tsx';

const UNDO = '0b9d1f6e-5f0c-4a55-9a1e-0123456789ab';
const renewed = {
  ...row({ days: 40 }),
  message: 'ok',
  exp_date_formatted: '',
  charged: 1,
  balance: 41.4,
  undo_id: UNDO,
};
const undone: Respond = () => ({
  message: 'Desfeito',
  lines: [{ id: 1, exp_date_timestamp: row().exp_date_timestamp }],
  balance: 42.4,
});

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openList(undoActs: ChosenUndoAct[] = [], undo: Respond = undone, credits = 42.4) {
  const requests = server(
    () => lineListAnswer(row()),
    [getProfile, () => profile({ undoActs, credits })],
    [extendIptvLine, () => renewed],
    [switchIptvLine, () => ({ ...row({ status: 'Desativado' }), message: 'ok', undo_id: UNDO })],
    [getIptvLinks, () => created({ id: 1, username: '84920175' })],
    [saveUndoChoices, ({ body }) => ({ message: 'ok', acts: body.acts })],
    [undoAct, undo],
  );
  await open();
  return requests;
}

const pressRenew = async () =>
  fireEvent.click(
    within(await bodyRow('84920175')).getByRole('button', { name: 'Mais 30 dias: 84920175' }),
  );
const findBar = async () => within(await screen.findByRole('group', { name: 'Último ato' }));
const passSeconds = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

describe('an action that the account chose to undo instead of confirming', () => {
  it('renews at once and offers the undo for ten seconds', async () => {
    const requests = await openList(['renew']);
    await pressRenew();
    const bar = await findBar();
    expect(await bar.findByText(/^Renovado até /)).toBeDefined();
    expect(bar.getByText('· saldo 41,4')).toBeDefined();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(calls(requests, extendIptvLine)).toHaveLength(1);
    expect(bar.getByRole('button', { name: 'Enviar' })).toBeDefined();
    await passSeconds(11);
    expect(document.querySelector('[data-undo-bar]')).toBeNull();
    expect(calls(requests, undoAct)).toHaveLength(0);
  });

  it('is undone by one call with a key, and the list is read again', async () => {
    const requests = await openList(['renew']);
    await pressRenew();
    const bar = await findBar();
    const before = calls(requests, listIptvLines).length;
    fireEvent.click(await bar.findByRole('button', { name: 'Desfazer' }));
    expect(await bar.findByText(/^Desfeito\. Vence .* · saldo 42,4$/)).toBeDefined();
    expect(calls(requests, undoAct)).toMatchObject([
      { path: `/api/undo/${UNDO}`, key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    expect(calls(requests, listIptvLines).length).toBeGreaterThan(before);
    expect(bar.queryByRole('button', { name: 'Desfazer' })).toBeNull();
    await passSeconds(5);
    expect(document.querySelector('[data-undo-bar]')).toBeNull();
  });

  it('stops counting under the pointer until the server no longer accepts the undo', async () => {
    await openList(['renew']);
    await pressRenew();
    const bar = await findBar();
    await bar.findByRole('button', { name: 'Desfazer' });
    fireEvent.pointerEnter(document.querySelector('[data-undo-bar]')!);
    await passSeconds(11);
    expect(bar.getByRole('button', { name: 'Desfazer' })).toBeDefined();
    await passSeconds(5);
    await waitFor(() => expect(document.querySelector('[data-undo-bar]')).toBeNull());
  });

  it('asks nevertheless without enough credits', async () => {
    const requests = await openList(['renew'], undone, 0.4);
    await pressRenew();
    expect(await screen.findByRole('alertdialog')).toBeDefined();
    expect(calls(requests, extendIptvLine)).toHaveLength(0);
  });

  it('shows why the undo was rejected', async () => {
    await openList(['toggle'], () => {
      throw new Refusal('undo_changed');
    });
    await bodyRow('84920175');
    await choose('84920175', 'On/Off');
    const bar = await findBar();
    fireEvent.click(await bar.findByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('Não deu para desfazer')).toBeDefined();
    expect(screen.getByText('Esta linha já mudou de novo. Nada foi desfeito.')).toBeDefined();
    expect(document.querySelector('[data-undo-bar]')).toBeNull();
  });
});

describe('Ctrl Z', () => {
  it('undoes the act, but not from a field', async () => {
    const requests = await openList(['renew']);
    await pressRenew();
    await (await findBar()).findByRole('button', { name: 'Desfazer' });
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'z', ctrlKey: true });
    expect(calls(requests, undoAct)).toHaveLength(0);
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await waitFor(() => expect(calls(requests, undoAct)).toHaveLength(1));
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await (await findBar()).findByText(/^Desfeito/);
    expect(calls(requests, undoAct)).toHaveLength(1);
  });
});

describe('an action that asks first', () => {
  it('keeps the receipt after the time for the undo', async () => {
    await openList();
    await pressRenew();
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, renovar' }));
    const bar = await findBar();
    expect(await bar.findByRole('button', { name: 'Desfazer' })).toBeDefined();
    await passSeconds(11);
    expect(bar.queryByRole('button', { name: 'Desfazer' })).toBeNull();
    expect(bar.getByRole('button', { name: 'Recibo' })).toBeDefined();
    fireEvent.click(bar.getByRole('button', { name: 'Fechar o aviso' }));
    expect(document.querySelector('[data-undo-bar]')).toBeNull();
  });

  it('offers to stop asking once, after the tenth confirmation', async () => {
    localStorage.setItem(`ramal.confirmacoes.${ME}.renew`, '8');
    const requests = await openList();
    for (const count of [1, 2]) {
      expect(screen.queryByText('+30 sem perguntar?')).toBeNull();
      await pressRenew();
      fireEvent.click(await screen.findByRole('button', { name: 'Sim, renovar' }));
      await waitFor(() => expect(calls(requests, extendIptvLine)).toHaveLength(count));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    }
    expect(await screen.findByText('+30 sem perguntar?')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Não perguntar mais' }));
    await waitFor(() =>
      expect(calls(requests, saveUndoChoices)[0]?.body).toEqual({ acts: ['renew'] }),
    );
  });
});

const changed = { ...row({ days: 40 }), message: 'ok', undo_id: UNDO };
const moved = { ...changed, exp_date_formatted: '' };
const reminderChoices = {
  email: null,
  left_out: false,
  stopped: null,
  replies: [],
  telegram: { bot: null, connected: false },
  reminders: [],
};

/** Types into a field of the customer's page and leaves it. */
async function edit(label: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: label });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.blur(field);
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const chooseAct = (action: string) => async () => {
  await bodyRow('84920175');
  await choose('84920175', action);
};

interface Act {
  readonly title: string;
  readonly endpoint: Endpoint;
  readonly answer: object;
  readonly perform: () => Promise<unknown>;
  readonly address?: string;
}

const acts: readonly Act[] = [
  { title: '+30', endpoint: extendIptvLine, answer: renewed, perform: pressRenew },
  {
    title: 'Estender',
    endpoint: extendIptvLine,
    answer: renewed,
    perform: async () => {
      await chooseAct('Estender')();
      fireEvent.click(await screen.findByRole('button', { name: /^Sim, estender/ }));
    },
  },
  {
    title: 'On/Off',
    endpoint: switchIptvLine,
    answer: changed,
    perform: chooseAct('On/Off'),
  },
  {
    title: '23:59',
    endpoint: endOfDayIptvLine,
    answer: moved,
    perform: chooseAct('Vencimento p/23:59'),
  },
  {
    title: 'Confiança',
    endpoint: trustIptvLine,
    answer: moved,
    perform: chooseAct('Confiança ao cliente'),
  },
  {
    title: 'price',
    endpoint: setLinePrice,
    answer: { message: 'Preço guardado', id: 1, price_cents: 4_000, undo_id: UNDO },
    address: '/users-iptv?line=1',
    perform: async () => {
      await press('Mudar o preço');
      await edit(/^Quanto paga/, '40');
    },
  },
  {
    title: 'note',
    endpoint: editIptvLine,
    answer: changed,
    address: '/users-iptv?line=1',
    perform: () => edit('Anotações', 'Quarto'),
  },
  {
    title: 'number',
    endpoint: setLineWhatsapp,
    answer: { message: 'WhatsApp guardado', id: 1, whatsapp: '5511911112222', undo_id: UNDO },
    address: '/users-iptv?line=1',
    perform: async () => {
      await press('Editar nome e número');
      await edit('WhatsApp', '11911112222');
    },
  },
  {
    title: 'reminders',
    endpoint: saveLineReminders,
    answer: { message: 'Lembretes deste cliente guardados', id: 1, undo_id: UNDO },
    address: '/users-iptv?line=1&dialog=reminders',
    perform: async () => {
      fireEvent.click(await screen.findByLabelText('Recebe lembretes'));
      await press('Salvar');
    },
  },
];

describe('each act of «desfazer em vez de perguntar»', () => {
  it.each(acts)(
    'runs $title without a question and is undone by the bar',
    async ({ endpoint, answer, perform, address }) => {
      const requests = server(
        () => lineListAnswer(row({ price_cents: 3_500, paid: true })),
        [getProfile, () => profile({ undoActs: [...chosenUndoActs] })],
        [getIptvLinks, () => created({ id: 1, username: '84920175' })],
        [getLineReminders, () => reminderChoices],
        [endpoint, () => answer],
        [undoAct, undone],
      );
      await open(address);
      await perform();
      await waitFor(() => expect(calls(requests, endpoint)).toHaveLength(1));
      expect(screen.queryByRole('alertdialog')).toBeNull();
      const bar = await findBar();
      fireEvent.click(await bar.findByRole('button', { name: 'Desfazer' }));
      expect(await bar.findByText(/^Desfeito/)).toBeDefined();
      expect(calls(requests, undoAct)).toMatchObject([{ path: `/api/undo/${UNDO}` }]);
    },
  );
});
