/** Renders the list of own IPTV lines, with the ways to open a line's actions. */
import { getDashboard } from '@ramal/contract/dashboard';
import { countIptvLines, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { getProfile } from '@ramal/contract/sessions';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { MENU_LIMIT } from '../../ui/table/columns.ts';
import { iptvLines } from '../platforms/iptv.ts';
import { Lines } from '../list/Lines.tsx';
import { counts, profile } from './answers.ts';
import { answering, type Respond, show } from './screen.tsx';

export const totals = {
  total_watching: 0,
  total_resellers: 3,
  total_resellers_under: 3,
  generate_tests: 0,
  credits: 42.4,
  tickets: 0,
  new_message: false,
  created_users: 0,
  next_goal: 0,
  users_iptv: 3,
  users_p2p: 0,
  users_new_p2p: 0,
  expiring_new_p2p: 0,
  new_p2p_tests: 0,
  imported_users: 0,
  migrated_users: 0,
  expiring_iptv: 0,
  expiring_p2p: 0,
  iptv_tests: 0,
  p2p_tests: 0,
  total_new_users: 0,
  total_online: 0,
  as_of: '20/11/2026 14:32',
  childrens: {
    iptv_actives: 0,
    iptv_expired: 0,
    p2p_actives: 0,
    p2p_expired: 0,
    new_p2p_actives: 0,
    new_p2p_expired: 0,
    total_tests_iptv: 0,
    total_tests_p2p: 0,
    total_tests_new_p2p: 0,
  },
};

export const server = (list: Respond, ...more: Parameters<typeof answering>[0]) =>
  answering([
    [getProfile, () => profile()],
    [getDashboard, () => totals],
    [countIptvLines, () => counts],
    [listIptvLines, list],
    ...more,
  ]);

export const open = (address = '/users-iptv') => show(<Lines platform={iptvLines} />, address);
/**
 * The test environment has no layout, so every menu is outside the viewport and Mantine hides it.
 */
export const hidden = { hidden: true };

export const bodyRow = async (name: string) => (await screen.findByText(name)).closest('tr')!;

const menuItems = () => screen.queryAllByRole('menuitem', hidden);
const labelOf = (item: HTMLElement) => item.querySelector('.mantine-Menu-itemLabel')!.textContent;
const isSubmenu = (item: HTMLElement) => item.getAttribute('aria-haspopup') === 'menu';

/** Opens the row's menu and returns its actions, those of its submenus included. */
export async function readRowMenu(name: string): Promise<string[]> {
  fireEvent.click(within(await bodyRow(name)).getByRole('button', { name: `Ações de ${name}` }));
  await screen.findAllByRole('menuitem', hidden);
  // UI-02
  expect(menuItems().length).toBeLessThanOrEqual(MENU_LIMIT);
  return menuItems().flatMap((item, index) => {
    if (!isSubmenu(item)) return labelOf(item);
    // The items are drawn again after each submenu.
    fireEvent.click(menuItems()[index]!);
    const [back, ...actions] = menuItems();
    const labels = actions.map(labelOf);
    fireEvent.click(back!);
    expect(labelOf(menuItems()[index]!)).toBe(labelOf(item));
    return labels;
  });
}

/** Chooses an action of the open menu, in its submenu if it has one. */
export function chooseFromMenu(action: string): void {
  const findItem = () =>
    menuItems().find((item) => labelOf(item) === action) ??
    menuItems().find((item) => labelOf(item).startsWith(action));
  for (const submenu of menuItems().filter(isSubmenu).map(labelOf)) {
    if (findItem()) break;
    fireEvent.click(menuItems().find((item) => labelOf(item) === submenu)!);
    if (!findItem()) fireEvent.click(menuItems()[0]!);
  }
  fireEvent.click(findItem()!);
}

export async function choose(name: string, action: string) {
  await readRowMenu(name);
  chooseFromMenu(action);
}
