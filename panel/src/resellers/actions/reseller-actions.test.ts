import { describe, expect, it } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { MENU_LIMIT, menuEntries, menuGroups, visibleActions } from '../../ui/table/columns.ts';
import { resellerActions } from './reseller-actions.ts';
import type { Reseller } from '../reseller.ts';
import { reseller } from '../test/answers.ts';

const nothing = () => undefined;
const admin = profile({ id: 1, profile: 'admin', credits: null });
const actions = (me: ReturnType<typeof profile>) =>
  resellerActions({
    profile: me,
    openDialog: nothing,
    go: nothing,
    restore: nothing,
  });
const menu = (me: ReturnType<typeof profile>, row: Reseller) =>
  menuGroups(actions(me), row).map((group) =>
    group.map(({ label }) => (typeof label === 'string' ? label : label(row))),
  );
const deleted = reseller({ deletedAt: '20/11/2026 10:00', restorableUntil: '20/12/2026 10:00' });

describe('menu of a reseller', () => {
  it('contains records, accounts, limits and the block for a seller', () => {
    expect(menu(profile(), reseller())).toEqual([
      ['Movimentações', 'Log Acesso', 'Logs Revenda'],
      ['Contas IPTV'],
      ['Limites'],
      ['Bloquear'],
    ]);
    expect(menu(profile(), reseller({ status: 0 })).at(-1)).toEqual(['Desbloquear']);
  });

  it('offers a seller no way to lift a block by the administration', () => {
    expect(menu(profile(), reseller({ blockAdmin: 1 })).flat()).not.toContain('Desbloquear');
    expect(menu(profile(), reseller({ blockAdmin: 1 })).flat()).not.toContain('Bloquear');
  });

  it('contains all actions for an admin, with the destructive ones separately at the end', () => {
    expect(menu(admin, reseller({ hasSecondFactor: 1, hasAuthenticator: 1 }))).toEqual([
      ['Movimentações', 'Log Acesso', 'Logs Revenda'],
      ['Contas IPTV', 'Contas P2P'],
      ['Limites', 'Permissões', 'QR code 2fa', 'Excluir 2fa'],
      ['Chave Externa', 'Clientes da Árvore', 'Rastrear'],
      ['Bloquear Revenda', 'Bloquear Rede'],
      ['Deletar Painel C/Clientes', 'Deletar Painel e Rede C/Clientes'],
    ]);
  });

  it.each([
    [{ hasSecondFactor: 0, hasAuthenticator: 0 }, []],
    [{ hasSecondFactor: 1, hasAuthenticator: 0 }, ['Excluir 2fa']],
    [{ hasSecondFactor: 1, hasAuthenticator: 1 }, ['QR code 2fa', 'Excluir 2fa']],
  ] as const)('offers only the acts on a second factor that exists: %j', (state, labels) => {
    const items = menu(admin, reseller(state)).flat();
    expect(items.filter((label) => /2fa/i.test(label))).toEqual(labels);
  });

  it('labels the block action of an admin by the blocks that it lifts', () => {
    const label = (...blocks: Reseller['blocks']) =>
      menu(admin, reseller({ blocks }))
        .flat()
        .find((text) => /loquear Revenda/.test(text));
    expect(label({ by: 'upline', username: 'master' })).toBe('Desbloquear Revenda');
    expect(label({ by: 'administration', username: 'ana' })).toBe('Desbloquear Revenda');
    expect(label({ by: 'network', username: 'norte' })).toBe('Bloquear Revenda');
    expect(label()).toBe('Bloquear Revenda');
  });

  it('puts the records and the network of a reseller into submenus for an admin only', () => {
    const row = reseller({ hasSecondFactor: 1, hasAuthenticator: 1 });
    const entries = (me: ReturnType<typeof profile>) => menuEntries(actions(me), row).flat();
    expect(entries(admin).length).toBeLessThanOrEqual(MENU_LIMIT);
    expect(entries(admin).flatMap((entry) => ('actions' in entry ? entry.label : []))).toEqual([
      'Registros',
      'Rede e chave',
    ]);
    expect(entries(profile()).some((entry) => 'actions' in entry)).toBe(false);
  });

  it('opens the lines of any reseller for an admin', () => {
    const went: string[] = [];
    const [iptv, p2p] = resellerActions({
      profile: admin,
      openDialog: nothing,
      go: (path) => went.push(path),
      restore: nothing,
    }).filter(({ group }) => group === 'accounts');
    iptv!.run(reseller({ id: 5210 }));
    p2p!.run(reseller({ id: 5210 }));
    expect(went).toEqual(['/users-iptv/5210', '/users-p2p/5210']);
  });

  it('labels the block actions with their effect', () => {
    const blocked = menu(
      admin,
      reseller({
        blockAdmin: 1,
        networkBlocked: 1,
        blocks: [{ by: 'administration', username: 'ana' }],
      }),
    ).flat();
    expect(blocked).toContain('Desbloquear Revenda');
    expect(blocked).toContain('Desbloquear Rede');
  });

  it('offers an admin no action on itself that would lock it out', () => {
    const labels = menu(admin, reseller({ id: 1, profile: 'admin', credits: null })).flat();
    expect(labels.filter((label) => /Bloquear|Deletar|Excluir|QR/.test(label))).toEqual([]);
  });

  it('offers no management actions without the permission of master', () => {
    const seller = profile({ isMaster: false });
    expect(menu(seller, reseller())).toEqual([
      ['Movimentações', 'Log Acesso', 'Logs Revenda'],
      ['Contas IPTV'],
    ]);
    expect(visibleActions(actions(seller), reseller(), 'table')).toEqual([]);
    expect(visibleActions(actions(seller), reseller(), 'card')).toEqual([]);
    expect(visibleActions(actions(profile()), reseller(), 'table').map(({ key }) => key)).toEqual([
      'credit',
      'edit',
    ]);
  });

  it('offers only log and restoration for a deleted reseller', () => {
    expect(menu(admin, deleted)).toEqual([['Logs Revenda'], ['Restaurar']]);
  });
});
