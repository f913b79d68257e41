import {
  proveBackupKey,
  removeBackupRemote,
  saveBackupKey,
  saveBackupSftp,
  startBackup,
  startDrill,
  viewBackups,
} from '@ramal/contract/operations/backups';
import {
  actOutside,
  listOutside,
  releaseQuarantine,
  settleOutside,
} from '@ramal/contract/operations/quarantine';
import { getTask } from '@ramal/contract/tasks';
import { getProfile } from '@ramal/contract/sessions';
import { Encrypter, armor, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { profile } from '../lines/test/answers.ts';
import {
  type Backups as Answer,
  durationWords,
  recoveryStatus,
  checkBackupConditions,
} from './backup-words.ts';
import { Backups } from './Backups.tsx';
import { ExternalEvents } from './ExternalEvents.tsx';
import { QuarantineBand } from './QuarantineBand.tsx';

const NOW = new Date('2026-11-20T15:00:00Z');
const ago = (minutes: number): number => Math.floor(NOW.getTime() / 1000) - minutes * 60;

const fileOf = (type: 'local' | 'remote_1', minutes: number) => ({
  name: `ramal-${type}-${minutes}.tar.zst.age`,
  size: 1_932_735_283,
  created: '20/11/2026 11:00',
  createdTimestamp: ago(minutes),
  type,
  version: null,
  restorable: true,
});

const placeOf = (
  place: Pick<Answer['places'][number], 'type' | 'where' | 'freeBytes'> &
    Partial<Answer['places'][number]>,
): Answer['places'][number] => ({
  kind: 'folder',
  failure: null,
  lockedDays: null,
  fingerprint: null,
  reading: null,
  ...place,
});

const green: Answer = {
  local: [fileOf('local', 60), fileOf('local', 780)],
  remote1: [fileOf('remote_1', 60)],
  remote2: [],
  places: [
    placeOf({ type: 'local', where: '/srv/backups', freeBytes: 228e9 }),
    placeOf({ type: 'remote_1', kind: 's3', where: 's3.exemplo.com/copias', freeBytes: null }),
  ],
  key: {
    recipient: 'age1x',
    savedAtTimestamp: ago(9000),
    provenAtTimestamp: ago(9000),
    challenge: null,
  },
  restoreCommand: './ramal restore',
  signatureKey: `ramal-sign-${'A'.repeat(43)}`,
  last: { finishedAtTimestamp: ago(60), seconds: 12, rows: 900, failure: null },
  lastGoodTimestamp: ago(60),
  survivesUntilTimestamp: ago(60),
  pointInTime: { state: 'off', chains: [], baseFailure: null },
  drill: {
    kind: 'snapshot',
    finishedAtTimestamp: ago(5 * 1440),
    seconds: 372,
    place: 'remote_1',
    questions: 14,
    rightAnswers: 14,
    failure: null,
  },
  nextDrillTimestamp: ago(-2000),
  restoredAtTimestamp: null,
};
const chained = (
  change: Partial<Answer['pointInTime']['chains'][number]> = {},
): Answer['pointInTime'] => ({
  state: 'on',
  baseFailure: null,
  chains: [
    {
      type: 'remote_1',
      baseTimestamp: ago(4000),
      closedTimestamp: ago(0) - 40,
      failure: null,
      broken: null,
      ...change,
    },
  ],
});
const shipped: Answer = {
  ...green,
  survivesUntilTimestamp: ago(0) - 40,
  pointInTime: chained(),
};
const bare: Answer = {
  ...green,
  local: [],
  remote1: [],
  places: [green.places[0]!],
  key: null,
  last: null,
  lastGoodTimestamp: null,
  survivesUntilTimestamp: null,
  drill: null,
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = async (answer: () => unknown, more: Parameters<typeof answering>[0] = []) => {
  const requests = answering([
    [getProfile, () => ({ ...profile(), profile: 'admin' })],
    [viewBackups, answer],
    ...more,
  ]);
  await show(<Backups />, '/view-backups');
  return requests;
};

const statusOf = (backups: Answer) =>
  recoveryStatus(backups, checkBackupConditions(backups, NOW), NOW);

describe('recovery status', () => {
  it.each<[string, Partial<Answer>, string]>([
    ['no copy', { lastGoodTimestamp: null }, 'Sem cópia: se o servidor falhar hoje,'],
    ['no key', { key: null }, 'A chave ainda não foi comprovada'],
    [
      'an unproven key',
      { key: { ...green.key!, provenAtTimestamp: null } },
      'A chave ainda não foi comprovada',
    ],
    ['no restore test', { drill: null }, 'Sem prova de que as cópias voltam'],
    [
      'no remote copy',
      { survivesUntilTimestamp: null },
      'Nenhuma cópia fora desta máquina: se ela falhar hoje,',
    ],
  ])('names %s instead of a measured value', (_, change, lead) => {
    const status = statusOf({ ...shipped, ...change });
    expect(status.lead).toBe(lead);
    expect(status.figure).not.toMatch(/perderia|voltaria/);
  });

  it('states the possible data loss and the recovery time as measured values', () => {
    expect(statusOf(green).figure).toBe('perderia 1 h, voltaria em 6 min');
    expect(statusOf(shipped).figure).toBe('perderia 40 s, voltaria em 6 min');
    expect(checkBackupConditions(shipped, NOW).isGreen).toBe(true);
    expect(statusOf(bare).figure).toBe('perde-se tudo');
    expect(checkBackupConditions(green, NOW).isGreen).toBe(true);
    expect([40_000, 6 * 60_000, 26_000_000, 3 * 86_400_000].map(durationWords)).toEqual([
      '40 s',
      '6 min',
      '7 h 13 min',
      '3 dias',
    ]);
  });

  it.each<[string, Partial<Answer>]>([
    ['the key is not proven', { key: { ...green.key!, provenAtTimestamp: null } }],
    ['the drill failed', { drill: { ...green.drill!, failure: 'A cópia está danificada.' } }],
    ['the drill is old', { drill: { ...green.drill!, finishedAtTimestamp: ago(11 * 1440) } }],
    ['the last copy is old', { lastGoodTimestamp: ago(26 * 60) }],
    ['the last copy failed', { last: { ...green.last!, failure: 'O disco encheu.' } }],
    ['no remote copy exists', { survivesUntilTimestamp: null }],
    ['the remote copy is old', { survivesUntilTimestamp: ago(26 * 60) }],
    ['changes are sent, and are behind', { ...shipped, survivesUntilTimestamp: ago(6) }],
    ['the log is broken', { ...shipped, pointInTime: chained({ broken: 'A fila encheu.' }) }],
    [
      'the stored file differs from the written file',
      {
        places: [
          placeOf({
            type: 'remote_1',
            where: 's3.exemplo.com/copias',
            freeBytes: null,
            reading: {
              readAtTimestamp: ago(9),
              files: 3,
              bytes: 9,
              failure: 'Um arquivo mudou.',
            },
          }),
        ],
      },
    ],
  ])('is not green when %s', (_, change) => {
    expect(checkBackupConditions({ ...green, ...change }, NOW).isGreen).toBe(false);
  });
});

describe('backup screen', () => {
  it('shows one table for each backup store and downloads a file by its name', async () => {
    await open(() => green);
    expect(await screen.findByText('perderia 1 h, voltaria em 6 min')).toBeTruthy();
    expect(screen.getAllByRole('table')).toHaveLength(3);
    expect(screen.getByRole('rowheader', { name: /Local 2 cópias, 3,6 GB/ })).toBeTruthy();
    expect(screen.getByText('s3.exemplo.com/copias')).toBeTruthy();
    expect(screen.getByText('Não está ligado')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'ramal-local-60.tar.zst.age' })).toBeTruthy();
    expect(screen.queryByText('Sem chave')).toBeNull();
  });

  it('shows the age of the sent changes and the start of the point-in-time recovery', async () => {
    await open(() => shipped);
    expect(await screen.findByText('perderia 40 s, voltaria em 6 min')).toBeTruthy();
    expect(screen.getByText('Em dia há 40 s')).toBeTruthy();
    expect(screen.getByText(/qualquer segundo: no Servidor 1, desde/)).toBeTruthy();
  });

  it('connects an SFTP server and removes the bucket', async () => {
    const requests = await open(
      () => green,
      [
        [saveBackupSftp, () => ({ message: 'Lugar comprovado' })],
        [removeBackupRemote, () => ({ message: 'Lugar desligado.' })],
      ],
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Ligar Servidor 2' }));
    const form = within(await screen.findByRole('dialog', { name: 'Servidor 2' }));
    fireEvent.click(form.getByRole('radio', { name: 'SFTP' }));
    const type = (label: string, value: string) =>
      fireEvent.change(form.getByRole('textbox', { name: label }), { target: { value } });
    type('Servidor', 'longe.exemplo.com');
    type('Usuário', 'ramal');
    fireEvent.change(form.getByLabelText('Senha'), { target: { value: 'segredo' } });
    fireEvent.click(form.getByRole('button', { name: 'Comprovar e salvar' }));
    await waitFor(() =>
      expect(calls(requests, saveBackupSftp)[0]?.body).toEqual({
        host: 'longe.exemplo.com',
        port: 22,
        username: 'ramal',
        password: 'segredo',
      }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Desligar Servidor 1' }));
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Desligar Servidor 1?' }),
    );
    fireEvent.click(question.getByRole('button', { name: 'Sim, desligar' }));
    await waitFor(() => expect(calls(requests, removeBackupRemote)).toHaveLength(1));
  });

  it('starts a backup and follows its task', async () => {
    const task = {
      id: 4,
      kind: 'make-backup',
      state: 'running',
      done: 10,
      total: 20,
      message: 'Copiando os dados',
      createdAtTimestamp: ago(0),
      finishedAtTimestamp: null,
    };
    const requests = await open(
      () => green,
      [
        [startBackup, () => ({ message: 'O backup está sendo feito', task })],
        [startDrill, () => ({ message: 'O ensaio começou', task })],
        [getTask, () => ({ ...task, state: 'done', done: 20, message: 'Backup feito: x' })],
      ],
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Fazer cópia agora' }));
    expect(await screen.findByText('Backup feito: x')).toBeTruthy();
    await waitFor(() => expect(calls(requests, viewBackups).length).toBeGreaterThan(1));
    fireEvent.click(await screen.findByRole('button', { name: 'Testar de novo' }));
    await waitFor(() => expect(calls(requests, startDrill)).toHaveLength(1));
  });

  it('creates a key and proves it with the private key, which stays in the browser', async () => {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const challenge = armor.encode(await encrypter.encrypt('palavra-certa'));
    let answer: Answer = bare;
    const requests = await open(
      () => answer,
      [
        [
          saveBackupKey,
          () => {
            answer = {
              ...bare,
              key: { recipient, savedAtTimestamp: ago(0), provenAtTimestamp: null, challenge },
            };
            return { message: 'Chave salva.', challenge };
          },
        ],
        [proveBackupKey, () => ({ message: 'Chave comprovada com sucesso' })],
      ],
    );
    expect(await screen.findByText('Sem chave')).toBeTruthy();
    // Without a key nothing can be encrypted, so the server rejects the backup.
    fireEvent.click(screen.getByRole('button', { name: 'Fazer cópia agora' }));
    const key = within(await screen.findByRole('dialog', { name: 'Chave dos backups' }));
    fireEvent.change(key.getByRole('textbox', { name: 'Chave pública' }), {
      target: { value: recipient },
    });
    fireEvent.click(key.getByRole('button', { name: 'Salvar chave' }));
    const proof = within(await screen.findByRole('dialog', { name: 'Comprovar a chave' }));
    const choose = (text: string) =>
      fireEvent.change(proof.getByLabelText('Escolha o arquivo da chave'), {
        target: { files: [new File([text], 'chave.txt')] },
      });
    choose(`# outra\n${await generateX25519Identity()}\n`);
    expect(await proof.findByText(/não tem a outra metade/)).toBeTruthy();
    choose(`# esta\n${identity}\n`);
    await waitFor(() =>
      expect(proof.getByRole('textbox', { name: 'Palavra' })).toHaveProperty(
        'value',
        'palavra-certa',
      ),
    );
    fireEvent.click(proof.getByRole('button', { name: 'Comprovar' }));
    await waitFor(() =>
      expect(calls(requests, proveBackupKey)[0]?.body).toEqual({ word: 'palavra-certa' }),
    );
  });
});

it('shows the quarantine to everyone but the release only to an admin', async () => {
  answering([[getProfile, () => profile()]]);
  const quarantine = { restoredAt: '20/11/2026 11:00', dataOf: '20/11/2026 02:00' };
  await show(<QuarantineBand quarantine={quarantine} isAdmin={false} />, '/log');
  expect(await screen.findByText(/Os dados são de 20\/11\/2026 02:00/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Ver e liberar' })).toBeNull();
  cleanup();
  await show(<QuarantineBand quarantine={quarantine} isAdmin />, '/log');
  const link = await screen.findByRole('link', { name: 'Ver e liberar' });
  expect(link.getAttribute('href')).toBe('/quarantine');
});

const held = { restoredAt: '20/11/2026 11:30', dataOf: '20/11/2026 11:00' };

it('lists external events, records decisions about them, and shows the open ones before the release', async () => {
  let [isSettled, isDelivered] = [false, false];
  const requests = answering([
    [actOutside, () => ((isDelivered = true), { message: 'Entregue: ao liberar, nada se repete' })],
    [settleOutside, () => ((isSettled = true), { message: 'Anotado como resolvido' })],
    [getProfile, () => ({ ...profile(), profile: 'admin', quarantine: held })],
    [
      listOutside,
      () => ({
        sinceTimestamp: ago(60),
        happened: [
          {
            kind: 'payment',
            key: 'r1-1-x',
            subject: 'celia',
            what: 'pagou 1 mês',
            atTimestamp: ago(50),
            cents: 3500,
            outcome: 'Recebe o que pagou, uma vez',
            needsPerson: false,
            act: 'deliver',
            settled: isDelivered,
            settledAs: 'Já renovado à mão',
          },
          {
            kind: 'hostname',
            key: 'marcelotv.click',
            subject: 'marcelotv.click',
            what: 'foi comprado',
            atTimestamp: null,
            cents: null,
            outcome: 'Fica fora do painel: adicione-o em DNS',
            needsPerson: true,
            act: 'adopt',
            settled: isSettled,
            settledAs: 'Já decidido: fica para adicionar em DNS',
          },
        ],
        messages: { waiting: 61, overdue: 61 },
        keys: 0,
        unread: [{ where: 'DNS', why: 'Não respondeu.' }],
      }),
    ],
  ]);
  await show(<ExternalEvents />, '/quarantine');
  expect(await screen.findByText(/35,00, cada um vale uma vez/)).toBeTruthy();
  expect(screen.getByText('Não respondeu. Ali também pode ter acontecido algo.')).toBeTruthy();
  const rows = within(screen.getByRole('table', { name: 'O que aconteceu' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringContaining('celia pagou 1 mês'),
    expect.stringContaining('marcelotv.click foi comprado'),
  ]);
  const release = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Liberar o painel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Liberar o painel?' });
    const said = dialog.textContent;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Não' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return said;
  };
  expect(screen.getByText(/para liberar/).textContent).toBe('Falta 1 decisão para liberar.');
  expect(await release()).toMatch(
    /1 item fica sem decisão.*1 item se resolve sozinho.*resposta: DNS/,
  );
  expect(screen.getByText('Mensagens paradas').parentElement?.textContent).toMatch(
    /61vencidas, serão descartadas/,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Entregar agora: celia/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, entregar' }));
  expect(await screen.findByText('Entregue: ao liberar, nada se repete')).toBeTruthy();
  expect(calls(requests, actOutside).map(({ body }) => body)).toEqual([
    { kind: 'payment', key: 'r1-1-x' },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: /^Deixar assim: marcelotv.click/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, está decidido' }));
  expect(await screen.findByText('Nada mais espera decisão.')).toBeTruthy();
  expect(calls(requests, settleOutside).map(({ body }) => body)).toEqual([
    { kind: 'hostname', key: 'marcelotv.click', settled: true },
  ]);
  expect(await release()).toMatch(/2 itens já resolvidos à mão/);
  expect(
    screen.getByRole('button', { name: 'Desfazer: marcelotv.click foi comprado' }),
  ).toBeTruthy();
});

it('states that the data itself was restored when no restore test was made since', async () => {
  const since = { ...green, drill: null };
  await open(() => since);
  expect(await screen.findByText(/^Nenhuma cópia foi restaurada ainda/)).toBeTruthy();
  cleanup();
  await open(() => ({ ...since, restoredAtTimestamp: ago(1440) }));
  expect(
    await screen.findByText(
      /^Nenhum ensaio desde a restauração de \d\d\/\d\d\/\d{4}: só ele prova/,
    ),
  ).toBeTruthy();
});

describe('release from the quarantine', () => {
  const opened = async (keys: number) => {
    const requests = answering([
      [releaseQuarantine, () => ({ message: 'Painel liberado com sucesso' })],
      [getProfile, () => ({ ...profile(), profile: 'admin', quarantine: held })],
      [
        listOutside,
        () => ({
          sinceTimestamp: ago(60),
          happened: [],
          messages: { waiting: 0, overdue: 0 },
          keys,
          unread: [],
        }),
      ],
    ]);
    await show(<ExternalEvents />, '/quarantine');
    fireEvent.click(await screen.findByRole('button', { name: 'Liberar o painel' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Liberar o painel?' }));
    return { requests, dialog };
  };

  it('revokes the API keys that would become valid again, unless the box is cleared', async () => {
    const { requests, dialog } = await opened(3);
    const box = dialog.getByRole('checkbox', {
      name: 'Revogar as 3 chaves de API que valem de novo',
    });
    expect(box).toHaveProperty('checked', true);
    expect(dialog.getByText(/revogadas depois da cópia voltariam a valer/)).toBeTruthy();
    fireEvent.click(box);
    fireEvent.click(dialog.getByRole('button', { name: 'Sim, liberar' }));
    await waitFor(() =>
      expect(calls(requests, releaseQuarantine)[0]?.body).toMatchObject({ revoke_keys: false }),
    );
  });

  it('shows no box without such keys, and states the date of passwords and blocks', async () => {
    const { requests, dialog } = await opened(0);
    expect(dialog.queryByRole('checkbox')).toBeNull();
    expect(dialog.getByText('são os de 20/11/2026 11:00').parentElement?.textContent).toMatch(
      /^Senhas, 2FA e bloqueios/,
    );
    fireEvent.click(dialog.getByRole('button', { name: 'Sim, liberar' }));
    await waitFor(() =>
      expect(calls(requests, releaseQuarantine)[0]?.body).toMatchObject({ revoke_keys: true }),
    );
  });
});

it('requests no external events when the panel is not in quarantine', async () => {
  const requests = answering([
    [getProfile, () => ({ ...profile(), profile: 'admin', quarantine: null })],
  ]);
  await show(<ExternalEvents />, '/quarantine');
  expect(await screen.findByText('O painel não está em quarentena')).toBeTruthy();
  expect(calls(requests, listOutside)).toEqual([]);
});
