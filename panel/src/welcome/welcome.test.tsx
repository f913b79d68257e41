import { viewBackups } from '@ramal/contract/operations/backups';
import {
  getWelcomeState,
  leaveWelcome,
  skipWelcomeStep,
  viewWelcome,
} from '@ramal/contract/operations/welcome';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { type Respond, answering, calls, show } from '../lines/test/screen.tsx';
import { Welcome } from './Welcome.tsx';
import type { StepState, WelcomeAnswer } from './welcome-words.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const welcome = (
  states: Partial<Record<WelcomeAnswer['steps'][number]['name'], StepState>> = {},
  change: Partial<WelcomeAnswer> = {},
): WelcomeAnswer => ({
  steps: (['address', 'tls', 'backup', 'mail', 'package', 'reseller'] as const).map((name) => ({
    name,
    state: states[name] ?? 'open',
  })),
  publicUrl: null,
  addressFailure: null,
  certificateEndsTimestamp: null,
  backup: { hasKey: false, isKeyProven: false, hasRemote: false },
  mailHost: null,
  settingsFile: null,
  settings: {
    address: ['RAMAL_PUBLIC_URL=https://{host}'],
    tls: ['HOST=127.0.0.1', 'RAMAL_PUBLIC_URL=https://{host}'],
    backup: ['RAMAL_BACKUP_REMOTE_1=/mnt/copias'],
  },
  startCommand: 'npm start',
  port: 8080,
  ...change,
});

const backups = {
  local: [],
  remote1: [],
  remote2: [],
  places: [],
  key: null,
  signatureKey: 'ramal-sign-A',
  restoreCommand: './ramal restore',
  last: null,
  lastGoodTimestamp: null,
  survivesUntilTimestamp: null,
  pointInTime: { state: 'off', chains: [], baseFailure: null },
  drill: null,
  nextDrillTimestamp: 0,
  restoredAtTimestamp: null,
};

const open = async (answer: Respond, more: Parameters<typeof answering>[0] = []) => {
  const requests = answering([
    [getProfile, () => ({ ...profile(), profile: 'admin' })],
    [viewWelcome, answer],
    [viewBackups, () => backups],
    [getWelcomeState, () => ({ opens: false, isPending: true })],
    [skipWelcomeStep, () => ({ message: 'Passo pulado' })],
    [leaveWelcome, () => ({ message: 'Boas-vindas fechadas' })],
    ...more,
  ]);
  return { requests, ...(await show(<Welcome />, '/welcome')) };
};

const step = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });

describe('the branch', () => {
  it('shows the measured result of each step that is done, and begins with the first open step', async () => {
    await open(() =>
      welcome(
        { address: 'done', tls: 'done', mail: 'skipped' },
        {
          publicUrl: 'https://painel.exemplo.com',
          certificateEndsTimestamp: Date.parse('2027-02-18T12:00:00Z') / 1000,
        },
      ),
    );
    expect(await screen.findByText('painel.exemplo.com responde')).toBeTruthy();
    expect(screen.getByText('certificado até 18/02/2027')).toBeTruthy();
    expect(step('E-mail').textContent).toContain('pulado');
    expect(step('Cópia de segurança').getAttribute('aria-current')).toBe('step');
    expect(await screen.findByText('Escreveu, leu e excluiu um arquivo de prova')).toBeTruthy();
    expect(screen.getByText('2 de 6')).toBeTruthy();
  });

  it('skips the current step and continues with the next', async () => {
    let isSkipped = false;
    const { requests } = await open(
      () => welcome(isSkipped ? { address: 'skipped' } : {}),
      [
        [
          skipWelcomeStep,
          () => {
            isSkipped = true;
            return { message: 'Passo pulado' };
          },
        ],
      ],
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Pular por agora' }));
    expect(await screen.findByRole('heading', { name: 'Conexão cifrada' })).toBeTruthy();
    expect(calls(requests, skipWelcomeStep)[0]!.body).toEqual({ step: 'address' });
  });

  it('opens a step that is done again and returns to the first open one', async () => {
    await open(() => welcome({ address: 'done' }, { publicUrl: 'https://painel.exemplo.com' }));
    await screen.findByRole('heading', { name: 'Conexão cifrada' });
    fireEvent.click(step('Endereço público'));
    expect(screen.getByRole('heading', { name: 'Por onde todos chegam' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Seguir' }));
    expect(screen.getByRole('heading', { name: 'Conexão cifrada' })).toBeTruthy();
  });
});

describe('a step', () => {
  it('names the layer at which the public address failed', async () => {
    await open(() =>
      welcome({}, { publicUrl: 'https://painel.exemplo.com', addressFailure: 'name' }),
    );
    const notice = (await screen.findByText('Ninguém respondeu de fora')).closest('[role=status]')!;
    expect(notice.textContent).toContain('O nome não foi encontrado');
    expect(notice.textContent).toContain('registro A de painel.exemplo.com');
  });

  it.each([
    [null, 'RAMAL_PUBLIC_URL=https://tv.exemplo.com npm start'],
    ['/etc/ramal/ramal.env', 'RAMAL_PUBLIC_URL=https://tv.exemplo.com'],
  ])(
    'writes the setting of the address for the shell or the file %s',
    async (settingsFile, line) => {
      await open(() => welcome({}, { settingsFile }));
      fireEvent.change(await screen.findByLabelText('Endereço'), {
        target: { value: 'https://tv.exemplo.com/' },
      });
      expect(screen.getByTitle(line)).toBeTruthy();
      expect(screen.queryByTitle('systemctl restart ramal') !== null).toBe(settingsFile !== null);
    },
  );

  it('checks again on request, and moves on if the step is done', async () => {
    let isDone = false;
    await open(() =>
      welcome(isDone ? { address: 'done' } : {}, { publicUrl: 'https://painel.exemplo.com' }),
    );
    const check = await screen.findByRole('button', { name: 'Conferir de novo' });
    isDone = true;
    fireEvent.click(check);
    expect(await screen.findByRole('heading', { name: 'Conexão cifrada' })).toBeTruthy();
  });

  it('offers the form of each kind of backup store', async () => {
    await open(() => welcome({ address: 'done', tls: 'done' }));
    fireEvent.click(await screen.findByRole('radio', { name: /SFTP/ }));
    expect(screen.getByLabelText(/^Impressão digital/)).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: /Outro disco/ }));
    expect(screen.getByTitle('RAMAL_BACKUP_REMOTE_1=/mnt/copias npm start')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Criar chave' })).toBeTruthy();
  });
});

describe('the end', () => {
  const all = (state: StepState) =>
    Object.fromEntries(welcome().steps.map(({ name }) => [name, state]));

  it.each([
    ['done', 'Tudo pronto', true],
    ['skipped', 'Por agora é só', false],
  ] as const)('leads home when every step is %s', async (state, title, isDone) => {
    const { requests, path } = await open(() => welcome(all(state)));
    const main = await screen.findByRole('main');
    expect(await within(main).findByText(title)).toBeTruthy();
    fireEvent.click(within(main).getByRole('button', { name: 'Ir para o início' }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(calls(requests, leaveWelcome)[0]!.body).toEqual({ is_done: isDone });
  });

  it('stops before the end and keeps the open steps', async () => {
    const { requests, path } = await open(() => welcome());
    await screen.findByRole('heading', { name: 'Por onde todos chegam' });
    fireEvent.click(screen.getByRole('button', { name: 'Parar por agora' }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(calls(requests, leaveWelcome)[0]!.body).toEqual({ is_done: false });
  });
});
