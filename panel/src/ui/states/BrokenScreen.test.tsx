// @vitest-environment happy-dom
import {
  Outlet,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ThemeProvider } from '../../foundation/theme/ThemeProvider.tsx';
import { BrokenScreen } from './BrokenScreen.tsx';

let broken = true;
beforeEach(() => {
  // Hides the error that React and the router write to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  broken = true;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Part() {
  if (broken) throw new TypeError('Failed to fetch dynamically imported module');
  return <p>A lista</p>;
}

it('is shown inside the shell, and restores the screen on request', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const root = createRootRoute({
    component: () => (
      <ThemeProvider>
        <nav>Menu</nav>
        <Outlet />
      </ThemeProvider>
    ),
  });
  const list = createRoute({ getParentRoute: () => root, path: '/', component: Part });
  const router = createRouter({
    routeTree: root.addChildren([list]),
    history: createMemoryHistory(),
    defaultErrorComponent: BrokenScreen,
  });
  render(<RouterProvider router={router as never} />);
  await screen.findByText('Não deu para abrir esta tela');
  expect(screen.getByText('Menu')).toBeDefined();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('A lista')).toBeDefined();
});
