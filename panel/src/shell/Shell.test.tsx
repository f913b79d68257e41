// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import {
  IconDeviceTv,
  IconHome,
  IconPlus,
  IconReportMoney,
  IconSitemap,
} from '@tabler/icons-react';
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Shell } from './Shell.tsx';

const onLogout = vi.fn<() => void>();
const onRequestCredits = vi.fn<() => void>();

const setWidth = (width: number) => {
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(
    { width, height: 800 },
  );
};

async function draw(path = '/users-iptv', pending = false) {
  const frame = () => (
    <Shell
      brand={{ name: 'Ramal' }}
      user={{ id: 4821, name: 'marcelo', profileLabel: 'Revenda' }}
      credits={42.4}
      onLogout={onLogout}
      onRequestCredits={onRequestCredits}
      pending={pending}
      sections={
        pending
          ? []
          : [
              { items: [{ label: 'Início', icon: IconHome, to: '/dashboard' }] },
              {
                title: 'Linhas',
                items: [
                  { label: 'Extrato financeiro', icon: IconReportMoney, to: '/extract' },
                  {
                    label: 'IPTV',
                    icon: IconDeviceTv,
                    children: [
                      { label: 'Criar usuário', to: '/user-iptv' },
                      { label: 'Listagem', to: '/users-iptv/{-$resellerId}', count: 208 },
                    ],
                  },
                ],
              },
            ]
      }
      tabs={[
        { label: 'Início', icon: IconHome, to: '/dashboard' },
        {
          label: 'Linhas',
          icon: IconDeviceTv,
          to: '/users-iptv/{-$resellerId}',
          holds: ['/users-p2p'],
        },
        { label: 'Revendas', icon: IconSitemap, to: '/list-resellers' },
      ]}
      create={[{ label: 'Criar usuário IPTV', icon: IconPlus, to: '/user-iptv' }]}
    >
      <PageHeader
        title="Listagem de Usuários IPTV"
        phoneTitle="Usuários IPTV"
        breadcrumb={[{ label: 'Linhas' }, { label: 'Listagem' }]}
      />
    </Shell>
  );
  const root = createRootRoute({ component: frame });
  const paths = [
    '/dashboard',
    '/user-iptv',
    '/users-iptv/{-$resellerId}',
    '/users-p2p/{-$resellerId}',
    '/list-resellers',
    '/reports',
    '/extract',
  ];
  const routeTree = root.addChildren(
    paths.map((routePath) => createRoute({ getParentRoute: () => root, path: routePath })),
  );
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await screen.findByRole('main');
  return router;
}

beforeEach(() => setWidth(1280));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  localStorage.clear();
});

test('shows the user in the sidebar and signs out from there', async () => {
  await draw();
  const sidebar = within(screen.getByRole('complementary'));
  expect(sidebar.getByText('ID: 4821 - marcelo')).toBeTruthy();
  fireEvent.click(sidebar.getByRole('button', { name: 'Logout' }));
  expect(onLogout).toHaveBeenCalledOnce();
});

test.each([390, 1280])('the balance opens the pages about credits at %i px', async (width) => {
  setWidth(width);
  await draw();
  fireEvent.click(await screen.findByRole('button', { name: /42,4 créditos/ }));
  const panel = within(await screen.findByRole('dialog', { name: /42,4 créditos/ }));
  expect(panel.getByRole('link', { name: 'Extrato financeiro' }).getAttribute('href')).toBe(
    '/extract',
  );
  fireEvent.click(panel.getByRole('button', { name: 'Pedir recarga' }));
  expect(onRequestCredits).toHaveBeenCalledOnce();
});

test('shows the user in the top bar and signs out, with the collapsed sidebar too (S-SHELL-13, S-SHELL-14)', async () => {
  await draw();
  fireEvent.click(screen.getByRole('button', { name: 'Recolher o menu' }));
  const trail = screen.getByRole('navigation', { name: 'Você está em' });
  const bar = within(trail.closest('header')!);
  expect(bar.getByText('ID: 4821 - marcelo')).toBeTruthy();
  fireEvent.click(bar.getByRole('button', { name: 'Logout' }));
  expect(onLogout).toHaveBeenCalledOnce();
});

test('opens the branch of the current page and marks the page', async () => {
  await draw();
  const menu = screen.getByRole('navigation', { name: 'Menu' });
  expect(within(menu).getByRole('button', { name: /IPTV/ }).getAttribute('aria-expanded')).toBe(
    'true',
  );
  expect(
    within(menu)
      .getByRole('link', { name: /Listagem/ })
      .getAttribute('aria-current'),
  ).toBe('page');
});

test('collapsing the menu sends a resize event every 180 ms for up to a second (K-15)', async () => {
  await draw();
  vi.useFakeTimers();
  try {
    const onResize = vi.fn<() => void>();
    window.addEventListener('resize', onResize);
    fireEvent.click(screen.getByRole('button', { name: 'Recolher o menu' }));
    act(() => void vi.advanceTimersByTime(185));
    expect(onResize).toHaveBeenCalledTimes(1);
    act(() => void vi.advanceTimersByTime(3000));
    expect(onResize).toHaveBeenCalledTimes(5);
    window.removeEventListener('resize', onResize);
  } finally {
    vi.useRealTimers();
  }
});

test('covers the page with the opened sidebar in a narrow window until another element is pressed', async () => {
  setWidth(1180);
  const router = await draw();
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'Abrir o menu' }));
  const isFolded = () => screen.queryByRole('button', { name: 'Abrir o menu' }) !== null;
  const sidebar = screen.getByRole('complementary');
  const frame = sidebar.parentElement!;
  expect(frame.dataset.folded).toBe('true');

  open();
  expect(isFolded()).toBe(false);
  expect(frame.dataset.over).toBe('true');
  fireEvent.pointerDown(within(sidebar).getByText('Linhas'));
  expect(isFolded()).toBe(false);
  fireEvent.pointerDown(screen.getByRole('main'));
  expect(isFolded()).toBe(true);

  open();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(isFolded()).toBe(true);

  open();
  fireEvent.focusIn(screen.getByRole('main'));
  expect(isFolded()).toBe(true);

  open();
  fireEvent.click(within(sidebar).getByRole('link', { name: 'Criar usuário' }));
  expect(isFolded()).toBe(true);
  await waitFor(() => expect(router.state.location.pathname).toBe('/user-iptv'));
});

test('shows the page next to the sidebar from 1200 px', async () => {
  setWidth(1200);
  await draw();
  expect(screen.getByRole('button', { name: 'Recolher o menu' })).toBeTruthy();
  expect(screen.getByRole('complementary').parentElement!.dataset.folded).toBeUndefined();
  fireEvent.click(screen.getByRole('button', { name: 'Recolher o menu' }));
  fireEvent.click(screen.getByRole('button', { name: 'Abrir o menu' }));
  expect(screen.getByRole('complementary').parentElement!.dataset.over).toBeUndefined();
});

test('renders one h1: in the page on the desktop, in the bar on the phone', async () => {
  await draw();
  expect(
    screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent),
  ).toEqual(['Listagem de Usuários IPTV']);
  cleanup();
  setWidth(390);
  await draw();
  expect(
    screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent),
  ).toEqual(['Usuários IPTV']);
});

test('«Mais» opens the menu on the phone, and pressing a link closes it (S-SHELL-08, 09)', async () => {
  setWidth(390);
  const router = await draw();
  fireEvent.click(screen.getByRole('button', { name: 'Mais' }));
  const drawer = await screen.findByRole('dialog', { name: 'Menu' });
  expect(within(drawer).getByRole('button', { name: 'Fechar o menu' })).toBeTruthy();
  fireEvent.click(within(drawer).getByRole('link', { name: 'Criar usuário' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());
  expect(router.state.location.pathname).toBe('/user-iptv');
});

test('keeps «Linhas» selected on the lists of the other platforms, and only there', async () => {
  setWidth(390);
  const router = await draw('/users-p2p/7');
  const tab = () =>
    within(screen.getByRole('navigation', { name: 'Principal' })).getByRole('link', {
      name: 'Linhas',
    });
  expect(tab().getAttribute('aria-current')).toBe('page');
  await act(() => router.navigate({ to: '/list-resellers' as never }));
  expect(tab().getAttribute('aria-current')).toBeNull();
  // The tab opens the list that was open last.
  expect(tab().getAttribute('href')).toBe('/users-p2p');
});

test('marks «Mais» on pages that no other tab of the bar opens', async () => {
  setWidth(390);
  const router = await draw();
  const more = () => screen.getByRole('button', { name: 'Mais' }).getAttribute('aria-current');
  for (const to of ['/users-iptv/7', '/users-p2p', '/list-resellers', '/user-iptv', '/dashboard']) {
    await act(() => router.navigate({ to: to as never }));
    expect([to, more()]).toEqual([to, null]);
  }
  await act(() => router.navigate({ to: '/reports' as never }));
  expect(more()).toBe('true');
});

test('scrolls the sidebar to the entry of the current page, and only then', async () => {
  const entry = { top: 900, height: 31 };
  const box = vi
    .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    .mockImplementation(function measured(this: HTMLElement) {
      if (this.tagName === 'NAV') return { top: 100, bottom: 700 } as DOMRect;
      const top = entry.top - (this.closest('nav')?.scrollTop ?? 0);
      return { ...entry, top, bottom: top + entry.height } as DOMRect;
    });
  try {
    const router = await draw();
    const menu = screen.getByRole('navigation', { name: 'Menu' });
    const shown = 931 + 32 - 700;
    expect(menu.scrollTop).toBe(shown);
    entry.top = 600;
    await act(() => router.navigate({ to: '/dashboard' as never }));
    expect(menu.scrollTop).toBe(shown);
    // An element that is not rendered has neither position nor height.
    Object.assign(entry, { top: 0, height: 0 });
    await act(() => router.navigate({ to: '/users-iptv' as never }));
    expect(menu.scrollTop).toBe(shown);
  } finally {
    box.mockRestore();
  }
});

test('groups of the menu fold, keep their state and still show the current entry', async () => {
  await draw();
  const menu = () => within(screen.getByRole('navigation', { name: 'Menu' }));
  const group = () => menu().getByRole('button', { name: 'Linhas' });
  expect(group().getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(group());
  expect(group().getAttribute('aria-expanded')).toBe('false');
  expect(menu().queryByRole('link', { name: 'Extrato financeiro' })).toBeNull();
  expect(
    menu()
      .getByRole('link', { name: /Listagem/ })
      .getAttribute('aria-current'),
  ).toBe('page');
  cleanup();
  const router = await draw('/dashboard');
  expect(group().getAttribute('aria-expanded')).toBe('false');
  expect(menu().queryByRole('link', { name: /Listagem/ })).toBeNull();
  await act(() => router.navigate({ to: '/extract' as never }));
  expect(menu().getByRole('link', { name: 'Extrato financeiro' })).toBeTruthy();
});

test('the folded menu has one icon for each group with its entries in a menu', async () => {
  await draw('/extract');
  fireEvent.click(screen.getByRole('button', { name: 'Recolher o menu' }));
  const menu = within(screen.getByRole('navigation', { name: 'Menu' }));
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Início']);
  const group = menu.getByRole('button', { name: 'Linhas' });
  expect(group.dataset['here']).toBe('true');
  fireEvent.click(group);
  const entries = await screen.findAllByRole('menuitem', { hidden: true });
  expect(
    entries.map((entry) => entry.querySelector('.mantine-Menu-itemLabel')!.textContent),
  ).toEqual(['Extrato financeiro', 'IPTV: Criar usuário', 'IPTV: Listagem']);
});

test('shows a placeholder of the menu while the profile loads', async () => {
  await draw('/users-iptv', true);
  const sidebar = screen.getByRole('complementary');
  expect(sidebar.querySelectorAll('[data-menu-skeleton] > *').length).toBeGreaterThan(4);
});
