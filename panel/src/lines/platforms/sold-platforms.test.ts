import { platforms } from '@ramal/contract/rules/platforms';
import { describe, expect, it } from 'vitest';
import { buildCreateLinks, buildMenu, buildTabs } from '../../menu.ts';
import { soldLinePlatforms } from './platforms.ts';
import { mayList, mayTest } from './sold-platforms.ts';
import { profile } from '../test/answers.ts';

const { flags } = profile();
const on = { ...flags, p2p: true, n_p2p: true };
const granted = { grants: ['lines.new-p2p' as const] };

const keys = (change: Parameters<typeof profile>[0]) =>
  soldLinePlatforms(profile(change)).map(({ definition }) => definition.key);
const labels = (change: Parameters<typeof profile>[0]) =>
  buildMenu(profile(change))
    .find(({ title }) => title === 'Linhas')
    ?.items.map(({ label }) => label);

describe('platforms that an account sells', () => {
  it.each([
    ['excludes platforms whose function is off', { flags: { ...flags, iptv: false } }, []],
    ['includes P2P while its function is on', { flags: { ...flags, p2p: true } }, ['iptv', 'p2p']],
    ['excludes new P2P without the grant', { flags: on }, ['iptv', 'p2p']],
    [
      'excludes new P2P while its function is off',
      { flags: { ...on, n_p2p: false }, ...granted },
      ['iptv', 'p2p'],
    ],
    [
      'includes new P2P with function and grant',
      { flags: on, ...granted },
      ['iptv', 'p2p', 'new-p2p'],
    ],
    ['is empty for an admin', { flags: on, ...granted, profile: 'admin' as const }, []],
  ])('%s', (_case, change, expected) => {
    expect(keys(change)).toEqual(expected);
  });

  it('determines the entries of the menu and of the + button, tests first', () => {
    expect(labels({ flags: on, ...granted })).toEqual([
      'IPTV',
      'P2P',
      'Novo P2P',
      'Lembretes',
      'Importar linhas',
      'Caixas',
    ]);
    expect(
      buildCreateLinks(profile({ flags: { ...on, test_iptv: false }, ...granted })).map(
        ({ label }) => label,
      ),
    ).toEqual([
      'Teste P2P',
      'Teste Novo P2P',
      'Criar usuário IPTV',
      'Criar usuário P2P',
      'Criar usuário Novo P2P',
      'Cadastrar revenda',
    ]);
  });

  it('determines the target of «Linhas» on the phone', () => {
    const lines = (change: Parameters<typeof profile>[0]) => buildTabs(profile(change))[1]?.to;
    expect(lines({ flags: on })).toBe('/users-iptv');
    expect(lines({ flags: { ...on, iptv: false } })).toBe('/users-p2p');
  });
});

it('permits the list while only the function is disabled, but not without the grant', () => {
  expect(mayList(profile(), platforms.p2p)).toBe(true);
  expect(mayList(profile(), platforms['new-p2p'])).toBe(false);
  expect(mayList(profile(granted), platforms['new-p2p'])).toBe(true);
  // Admins need the permission too, like every other account.
  expect(mayList(profile({ profile: 'admin' }), platforms['new-p2p'])).toBe(false);
  expect(mayList(profile({ profile: 'admin', ...granted }), platforms['new-p2p'])).toBe(true);
  expect(mayList(profile({ grants: ['lines.migrate-new-p2p'] }), platforms['new-p2p'])).toBe(false);
});

it('disables all tests by the flag tests, and IPTV tests by test_iptv (Q-TESTFLAGS)', () => {
  const tested = (change: Partial<typeof flags>) =>
    Object.values(platforms)
      .filter((platform) => mayTest(profile({ flags: { ...flags, ...change } }), platform))
      .map(({ key }) => key);
  expect(tested({ tests: false })).toEqual([]);
  expect(tested({ test_iptv: false })).toEqual(['p2p', 'new-p2p']);
});
