/** Renders the list of own IPTV lines, and opens a line's actions. */
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
  totalWatching: 0,
  totalResellers: 3,
  totalResellersUnder: 3,
  generateTests: 0,
  credits: 42.4,
  tickets: 0,
  newMessage: false,
  createdUsers: 0,
  nextGoal: 0,
  usersIptv: 3,
  usersP2p: 0,
  usersNewP2p: 0,
  expiringNewP2p: 0,
  newP2pTests: 0,
  importedUsers: 0,
  migratedUsers: 0,
  expiringIptv: 0,
  expiringP2p: 0,
  iptvTests: 0,
  p2pTests: 0,
  totalNewUsers: 0,
  totalOnline: 0,
  asOf: '20/11/2026 14:32',
  childrens: {
    iptvActives: 0,
    iptvExpired: 0,
    p2pActives: 0,
    p2pExpired: 0,
    newP2pActives: 0,
    newP2pExpired: 0,
    totalTestsIptv: 0,
    totalTestsP2p: 0,
    totalTestsNewP2p: 0,
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
 * Test option that also finds hidden elements. Without layout, Mantine treats each menu as outside
 * of the viewport and hides it.
 */
export const hidden = { hidden: true };

export const bodyRow = async (name: string) => (await screen.findByText(name)).closest('tr')!;

const menuItems = () => screen.queryAllByRole('menuitem', hidden);
const labelOf = (item: HTMLElement) => item.querySelector('.mantine-Menu-itemLabel')!.textContent;
const isSubmenu = (item: HTMLElement) => item.getAttribute('aria-haspopup') === 'menu';

/** Opens the row's menu and returns its actions, including the actions of submenus. */
export async function readRowMenu(name: string): Promise<string[]> {
  fireEvent.click(within(await bodyRow(name)).getByRole('button', { name: `Ações de ${name}` }));
  await screen.findAllByRole('menuitem', hidden);
  expect(menuItems().length).toBeLessThanOrEqual(MENU_LIMIT);
  return menuItems().flatMap((item, index) => {
    if (!isSubmenu(item)) return labelOf(item);
    // Uses the index, because the menu renders its items again after each submenu.
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
