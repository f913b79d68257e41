// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { trackCall } from './api/running.ts';
import { lazyComponent, usePrefetch } from './lazy-component.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const Greeting = ({ name }: { name: string }) => <p>Olá, {name}</p>;

it('loads at its first rendering and renders at once from then on', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>(async () => Greeting);
  const Later = lazyComponent<{ name: string }>(load);
  expect(load).not.toHaveBeenCalled();
  render(<Later name="Ana" />);
  expect(screen.queryByText('Olá, Ana')).toBeNull();
  await screen.findByText('Olá, Ana');
  cleanup();
  render(<Later name="Bia" />);
  expect(screen.getByText('Olá, Bia')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads before it is rendered when the browser is idle and no call is running', async () => {
  let loads = 0;
  let idleCallback: (deadline: Pick<IdleDeadline, 'didTimeout'>) => void = () => undefined;
  vi.stubGlobal('requestIdleCallback', (work: typeof idleCallback) => {
    idleCallback = work;
    loads += 1;
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  const load = vi.fn<() => Promise<typeof Greeting>>(async () => Greeting);
  const Later = lazyComponent<{ name: string }>(load);
  function List() {
    usePrefetch(Later);
    return null;
  }
  let answer: () => void = () => undefined;
  const call = trackCall(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  render(<List />);
  act(() => idleCallback({ didTimeout: false }));
  await vi.waitUntil(() => loads === 2, { timeout: 15_000 });
  expect(load).not.toHaveBeenCalled();
  // After the idle timeout the part loads, even if calls are still running.
  act(() => idleCallback({ didTimeout: true }));
  expect(load).toHaveBeenCalledTimes(1);
  answer();
  await call;
});

class Caught extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? 'não veio' : this.props.children;
  }
}

it('throws when its load fails, and loads again the next time', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<typeof Greeting>>(async () => Greeting);
  load.mockRejectedValueOnce(new Error('no network'));
  const Later = lazyComponent<{ name: string }>(load);
  const drawn = () =>
    render(
      <Caught>
        <Later name="Ana" />
      </Caught>,
    );
  drawn();
  expect(await screen.findByText('não veio')).toBeDefined();
  cleanup();
  drawn();
  expect(await screen.findByText('Olá, Ana')).toBeDefined();
});
