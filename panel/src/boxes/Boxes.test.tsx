import { Refusal } from '@ramal/contract/api/errors';
import {
  type Box,
  acceptBoxDevice,
  answerBoxRequest,
  listBoxes,
  listLineBoxes,
  readBoxOverview,
  registerBox,
  removeBox,
  replaceBox,
} from '@ramal/contract/boxes/boxes';
import { listBoxHistory, orderBox, sendBoxMessage } from '@ramal/contract/boxes/box-orders';
import { listDeviceLines } from '@ramal/contract/devices';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../lines/test/screen.tsx';
import { Boxes } from './Boxes.tsx';

const NOW = new Date('2026-11-20T14:32:00-03:00');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const nowS = () => NOW.getTime() / 1000;
const PORTAL = 'http://stb.ramal.example/c/';
const MAC = '00:1A:79:4C:1B:E2';
const box = (change: Partial<Box> = {}): Box => ({
  id: 7,
  mac: MAC,
  model: 'MAG 324w2',
  firmware: '2.20.05',
  room: '',
  serial: '',
  isPinned: true,
  iptv: {
    id: 1,
    username: '84920175',
    note: 'Dona Célia',
    state: 'active',
    expDateTimestamp: nowS() + 86_400 * 20,
    screens: 2,
    screensUsed: 1,
  },
  reseller: { username: 'marcelo' },
  state: 'on',
  channel: 'Canal Um SP',
  lastSeenTimestamp: nowS() - 40,
  createdTimestamp: nowS() - 86_400,
  otherDevice: null,
  lastOrder: null,
  ...change,
});
const named = (note: string, change: Partial<Box> = {}) =>
  box({ iptv: { ...box().iptv, note }, ...change });
const order = { id: 1, kind: 'restart', text: '', createdTimestamp: nowS() } as const;
const queued = { ...order, deliveredTimestamp: null, confirmedTimestamp: null };
const wire = (data: Box[]) => ({
  data,
  total: data.length,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
});
const overview = (waiting: unknown[] = []) => ({
  portal_url: PORTAL,
  counts: { all: 24, on: 9, off: 11, expired: 3, problem: 1 },
  waiting,
  waiting_total: waiting.length,
});
const waitingBox = (change = {}) => ({
  id: 3,
  mac: '00:1A:79:5D:40:3B',
  model: 'MAG 322',
  asks: 2,
  asked_timestamp: nowS() - 125,
  iptv: { id: 9, username: '55512345', nota: 'Bar do Nando' },
  has_box: true,
  ...change,
});

/**
 * Converts the keys of test rows to the wire format. The rows use the names of the code, but the
 * network uses snake case.
 */
const snake = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(snake);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key === 'note' ? 'nota' : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snake(item),
    ]),
  );
};

const server = (list: Respond, ...more: Parameters<typeof answering>[0]) =>
  answering([
    [getProfile, () => profile()],
    [listBoxes, list],
    [readBoxOverview, () => overview()],
    ...more,
  ]);
const open = (address = '') => show(<Boxes />, `/boxes${address}`);
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')!;
const hidden = { hidden: true };
const fromMenu = async (customer: string, name: string | RegExp) => {
  const row = await rowOf(customer);
  fireEvent.click(within(row).getByRole('button', { name: `Ações de ${customer}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name, ...hidden }));
};
const confirm = async (title: string, label: string) => {
  const dialog = await screen.findByRole('alertdialog', { name: title });
  fireEvent.click(within(dialog).getByRole('button', { name: label }));
  return dialog;
};
const list = (...rows: Box[]) => wire(snake(rows) as Box[]);

describe('list of boxes', () => {
  it('shows health, channel and screens of each box', async () => {
    server(() =>
      list(
        named('João Batista', {
          id: 1,
          state: 'other-device',
          channel: null,
          otherDevice: { model: 'StbEmu', seenTimestamp: nowS() - 180 },
        }),
        box(),
        named('Pousada', { id: 3, channel: null, lastSeenTimestamp: nowS() - 61 }),
        named('Fátima', { id: 4, state: 'expired', channel: null, lastSeenTimestamp: nowS() - 55 }),
        named('Osvaldo', {
          id: 5,
          state: 'never',
          channel: null,
          lastSeenTimestamp: null,
          model: '',
        }),
        named('Márcia', { id: 6, state: 'off', channel: null, lastSeenTimestamp: nowS() - 7200 }),
      ),
    );
    await open();
    const text = async (name: string) => (await rowOf(name)).textContent;
    expect(await text('João Batista')).toMatch(/–.*Outro aparelhomesmo MAC, há 3 min/);
    expect(await text('Dona Célia')).toMatch(
      /00:1A:79:4C:1B:E2MAG 324w2.*84920175.*Canal Um SP1 de 2 telas.*Ligadahá 4\d s/,
    );
    expect(await text('Pousada')).toMatch(/parada no menu.*Ligadahá 1 min/);
    expect(await text('Fátima')).toMatch(/mostra o QR.*Linha vencidahá 5\d s/);
    expect(await text('Osvaldo')).toMatch(/Nunca ligoucadastrada/);
    expect(await text('Márcia')).toContain('Desligada');
    expect(screen.queryByText('Revenda')).toBeNull();
    expect(screen.getByText(PORTAL)).toBeDefined();
  });

  it('offers a restart only for a box that runs, and shows the state of the last order', async () => {
    server(() =>
      list(
        box({ lastOrder: queued }),
        named('Márcia', { id: 6, state: 'off', channel: null, lastSeenTimestamp: nowS() - 7200 }),
      ),
    );
    await open();
    const button = (row: HTMLElement, name: string) => within(row).queryByRole('button', { name });
    const [on, off] = [await rowOf('Dona Célia'), await rowOf('Márcia')];
    expect(button(on, 'Reiniciar: Dona Célia')).not.toBeNull();
    expect(button(off, 'Reiniciar: Márcia')).toBeNull();
    expect(button(off, 'Mensagem: Márcia')).not.toBeNull();
    expect(on.textContent).toContain('Reiniciar: na fila');
  });

  it('shows an admin the reseller of each box', async () => {
    server(() => list(box()), [getProfile, () => profile({ profile: 'admin', credits: null })]);
    await open();
    expect(await screen.findByText('Revenda')).toBeDefined();
    expect((await rowOf('Dona Célia')).textContent).toContain('marcelo');
  });

  it('filters on the server, with the number of boxes in each filter', async () => {
    const requests = server(({ query }) => (query.filter ? list() : list(box())));
    const { search } = await open('?filter=problem');
    expect(await screen.findByText('Nenhuma caixa assim agora')).toBeDefined();
    expect(screen.getByText('11')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Ver todas' }));
    await rowOf('Dona Célia');
    expect(search()).toEqual({});
    expect(calls(requests, listBoxes)[0]!.query).toMatchObject({
      filter: 'problem',
      sort: 'attention',
    });
  });

  it('shows an empty text without boxes, and an error after a failed load', async () => {
    server(() => list());
    await open();
    expect(await screen.findByText('Nenhuma caixa ainda')).toBeDefined();
    cleanup();
    server(() => {
      throw new Refusal('forbidden');
    });
    await open();
    expect(await screen.findByText('Não deu para carregar a lista')).toBeDefined();
  });
});

describe('acts on a box', () => {
  it('restarts it after a question that names the channel', async () => {
    const requests = server(
      () => list(box()),
      [orderBox, () => ({ message: 'Ordem na fila', order: snake(queued) })],
    );
    await open();
    await fromMenu('Dona Célia', /^Reiniciar/);
    const dialog = await confirm('Reiniciar a caixa de Dona Célia?', 'Sim, reiniciar');
    expect(dialog.textContent).toContain(
      'Ela assiste Canal Um SP: a imagem corta por cerca de 1 minuto.',
    );
    expect(dialog.textContent).toContain('A ordem chega em até 2 minutos.');
    expect(await screen.findByText('Ordem na fila')).toBeDefined();
    expect(calls(requests, orderBox)[0]).toMatchObject({
      path: '/api/boxes/7/orders',
      body: { kind: 'restart' },
    });
  });

  it('sends a message of at most 240 characters', async () => {
    const requests = server(
      () => list(box()),
      [
        sendBoxMessage,
        () => ({ message: 'Mensagem na fila', order: snake({ ...queued, kind: 'message' }) }),
      ],
    );
    await open('?dialog=message&box=7');
    const dialog = await screen.findByRole('dialog', { name: 'Mensagem para Dona Célia' });
    const send = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Enviar' }));
    send();
    expect(await within(dialog).findByText('Escreva a mensagem.')).toBeDefined();
    const text = within(dialog).getByRole('textbox');
    expect(text.getAttribute('maxlength')).toBe('240');
    fireEvent.change(text, { target: { value: 'Hoje às 22h a TV para.' } });
    fireEvent.click(within(dialog).getByLabelText('Some sozinha em 30 s'));
    await waitFor(() => expect(within(dialog).queryByText('Escreva a mensagem.')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Entendi', ...hidden }));
    send();
    expect(await screen.findByText('Mensagem na fila')).toBeDefined();
    expect(calls(requests, sendBoxMessage)[0]!.body).toEqual({
      text: 'Hoje às 22h a TV para.',
      needs_ok: true,
      hide_after_seconds: 30,
    });
  });

  it('accepts another device and removes a box, each after its question', async () => {
    const foreign = box({
      state: 'other-device',
      otherDevice: { model: 'StbEmu', seenTimestamp: nowS() - 180 },
    });
    const requests = server(
      () => list(foreign),
      [acceptBoxDevice, () => ({ message: 'Aparelho aceito', box: snake(box()) })],
      [removeBox, () => ({ id: 7, message: 'Caixa removida' })],
    );
    await open();
    await fromMenu('Dona Célia', 'Aceitar o novo');
    await confirm('Aceitar o novo aparelho de Dona Célia?', 'Sim, aceitar');
    expect(await screen.findByText('Aparelho aceito')).toBeDefined();
    await fromMenu('Dona Célia', 'Remover');
    await confirm('Remover a caixa de Dona Célia?', 'Sim, remover');
    expect(await screen.findByText('Caixa removida')).toBeDefined();
    expect(calls(requests, acceptBoxDevice)).toHaveLength(1);
    expect(calls(requests, removeBox)).toHaveLength(1);
  });

  it('replaces the MAC and shows a refusal under it', async () => {
    const requests = server(
      () => list(box()),
      [
        replaceBox,
        () => {
          throw new Refusal('box_taken');
        },
      ],
    );
    await open('?dialog=replace&box=7');
    const dialog = await screen.findByRole('dialog', { name: 'Trocar a caixa de Dona Célia' });
    const submit = () =>
      fireEvent.click(within(dialog).getByRole('button', { name: 'Trocar a caixa' }));
    paste(dialog, '001a797ce03f');
    submit();
    expect(await within(dialog).findByText('Este MAC não pode ser usado.')).toBeDefined();
    expect(calls(requests, replaceBox)[0]!.body).toEqual({ mac: '00:1A:79:7C:E0:3F' });
  });

  it('lists sign-ins and orders in the history', async () => {
    server(
      () => list(box()),
      [
        listBoxHistory,
        () => [
          {
            kind: 'message',
            at_timestamp: nowS() - 60,
            text: 'Oi',
            model: '',
            delivered_timestamp: null,
            confirmed_timestamp: null,
          },
          {
            kind: 'sign-in',
            at_timestamp: nowS() - 600,
            text: '',
            model: 'MAG 324w2',
            delivered_timestamp: null,
            confirmed_timestamp: null,
          },
        ],
      ],
    );
    await open('?dialog=history&box=7');
    const dialog = await screen.findByRole('dialog', { name: 'Histórico da caixa de Dona Célia' });
    expect(await within(dialog).findByText('Oi · Na fila')).toBeDefined();
    expect(within(dialog).getByText('Ligou')).toBeDefined();
  });
});

describe('request of a box for a line', () => {
  it('is answered from the band, the next one on request', async () => {
    const requests = server(
      () => list(box()),
      [
        readBoxOverview,
        () =>
          overview([
            waitingBox(),
            waitingBox({ id: 4, mac: '00:1A:79:00:00:01', has_box: false }),
            waitingBox({ id: 5, mac: '00:1A:79:00:00:02', iptv: null, has_box: false }),
          ]),
      ],
      [answerBoxRequest, () => ({ message: 'Caixa trocada', box: snake(box()) })],
    );
    const { search } = await open();
    expect(await screen.findByText('Caixa nova na linha de Bar do Nando')).toBeDefined();
    expect(screen.getByText(/MAG 322, há 2 min/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Trocar a antiga' }));
    await confirm('Trocar a antiga por esta caixa?', 'Sim, trocar');
    expect(await screen.findByText('Caixa trocada')).toBeDefined();
    expect(calls(requests, answerBoxRequest)[0]).toMatchObject({
      path: '/api/box-requests/3',
      body: { answer: 'replace' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'mais 2' }));
    expect(await screen.findByText('00:1A:79:00:00:01')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Trocar a antiga' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'mais 2' }));
    expect(await screen.findByText('Caixa nova pede uma linha')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Somar' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Cadastrar' }));
    await waitFor(() => expect(search()).toMatchObject({ dialog: 'create' }));
  });
});

const fieldsOf = (dialog: HTMLElement) =>
  within(dialog).getAllByLabelText<HTMLInputElement>(/^MAC, parte/);
const valuesOf = (dialog: HTMLElement) => fieldsOf(dialog).map(({ value }) => value);
const paste = (dialog: HTMLElement, text: string, field = 3) =>
  fireEvent.paste(fieldsOf(dialog)[field]!, { clipboardData: { getData: () => text } });

describe('«Cadastrar caixa»', () => {
  const lines = () => ({
    data: [
      { id: 1, username: '84920175', nota: 'Dona Célia', exp_date: '20/12/2026', state: 'active' },
    ],
    total: 1,
    total_exact: true,
    current_page: 1,
    per_page: 10,
    last_page: 1,
  });
  const registering = (answer: Respond, boxes: Box[] = [box()]) =>
    server(
      () => list(box()),
      [listDeviceLines, lines],
      [listLineBoxes, () => snake(boxes)],
      [registerBox, answer],
    );
  const opened = async () => {
    await open('?dialog=create&line=84920175');
    const dialog = await screen.findByRole('dialog', { name: 'Cadastrar caixa' });
    await within(dialog).findByText('Dona Célia');
    return dialog;
  };
  const submit = (dialog: HTMLElement) =>
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cadastrar caixa' }));

  it('fills the six fields from any spelling and moves on while typing', async () => {
    registering(() => undefined);
    const dialog = await opened();
    expect(valuesOf(dialog)).toEqual(['00', '1A', '79', '', '', '']);
    fireEvent.change(fieldsOf(dialog)[3]!, { target: { value: '7c' } });
    expect(document.activeElement).toBe(fieldsOf(dialog)[4]);
    fireEvent.change(fieldsOf(dialog)[4]!, { target: { value: 'xE' } });
    expect(valuesOf(dialog).slice(3)).toEqual(['7C', 'E', '']);
    for (const text of ['A42B8C07335F', 'a4-2b-8c-07-33-5f', 'MAC A4:2B:8C:07:33:5F'.slice(4)]) {
      paste(dialog, text);
      expect(valuesOf(dialog)).toEqual(['A4', '2B', '8C', '07', '33', '5F']);
    }
  });

  it('registers next to the box of the line and waits for the first life sign', async () => {
    const fresh = box({ id: 8, mac: '00:1A:79:7C:E0:3F', lastSeenTimestamp: null, state: 'never' });
    const requests = registering(() => ({ message: 'Caixa cadastrada', box: snake(fresh) }));
    const dialog = await opened();
    expect(await within(dialog).findByText('A linha já tem uma caixa')).toBeDefined();
    expect(dialog.textContent).toContain('84920175 · 2 telas, 1 caixa');
    expect(dialog.textContent).toContain('Grátis · 2 telas, cada caixa ligada usa uma');
    submit(dialog);
    expect(await within(dialog).findByText('Faltam 1 ou mais caracteres')).toBeDefined();
    paste(dialog, '001A797CE03F');
    fireEvent.click(within(dialog).getByLabelText(/Trocar/));
    submit(dialog);
    expect(await screen.findByText('Esperando a caixa ligar')).toBeDefined();
    expect(calls(requests, registerBox)[0]!.body).toMatchObject({
      mac: '00:1A:79:7C:E0:3F',
      line_id: 1,
      mode: 'replace',
      move: false,
    });
  });

  it('offers to move a MAC of an own line, and says nothing about foreign ones', async () => {
    const requests = registering(({ body }) => {
      if (body.move !== true) throw new Refusal('box_on_own_line', { values: { line: 'Márcia' } });
      throw new Refusal('box_taken');
    });
    const dialog = await opened();
    paste(dialog, '001A797CE03F');
    submit(dialog);
    expect(await within(dialog).findByText('Este MAC já está na linha de Márcia.')).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Mover para cá' }));
    expect(await within(dialog).findByText('Este MAC não pode ser usado.')).toBeDefined();
    expect(within(dialog).queryByRole('button', { name: 'Mover para cá' })).toBeNull();
    expect(calls(requests, registerBox).map(({ body }) => body.move)).toEqual([false, true]);
  });

  it('says that nothing changed when the call fails', async () => {
    registering(() => {
      throw new Refusal('internal');
    });
    const dialog = await opened();
    paste(dialog, '001A797CE03F');
    submit(dialog);
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'Não deu para cadastrar. Nada mudou.',
    );
  });
});
