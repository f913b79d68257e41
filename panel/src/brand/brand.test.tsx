/**
 * Tests how the panel reads a brand and applies it outside React. Also tests what a brand must not
 * change.
 */
import { Button, useMantineColorScheme } from '@mantine/core';
import { getBrand, defaultBrand } from '@ramal/contract/brands/brands';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answering, fakeNetwork, type Network } from '../foundation/api/network.fixtures.ts';
import { ThemeProvider } from '../foundation/theme/ThemeProvider.tsx';
import { aurora } from './brand.fixtures.ts';
import { readBrand } from './read-brand.ts';
import { showBrand } from './show-brand.ts';

const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme');
const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

let network: Network;
beforeEach(() => {
  network = fakeNetwork();
  document.head.innerHTML = '<link rel="icon" href="/mark.svg" />';
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  document.adoptedStyleSheets = [];
  vi.unstubAllGlobals();
});

describe('source of the brand', () => {
  it('reads the brand from the page without a request', async () => {
    const meta = document.createElement('meta');
    meta.name = 'ramal-brand';
    meta.content = JSON.stringify(aurora);
    document.head.append(meta);
    expect(await readBrand()).toEqual(aurora);
    expect(network.requests).toEqual([]);
  });

  it('requests the brand by host when the page contains none', async () => {
    network.on(getBrand, () => answering(getBrand, aurora));
    expect(await readBrand()).toEqual(aurora);
    expect(network.requests[0]!.url).toBe(`/api/brand?host=${location.hostname}`);
  });

  it('uses the brand of the installation when the server does not answer', async () => {
    expect(await readBrand()).toEqual(defaultBrand);
  });
});

describe('brand outside React', () => {
  it('sets title, favicon, the light scheme and the colours of both schemes', () => {
    showBrand(aurora);
    expect(document.title).toBe('Aurora');
    expect(document.querySelector('link[rel="icon"]')?.getAttribute('href')).toBe(aurora.favicon);
    expect(scheme()).toBe('light');
    expect(token('--accent')).toBe('#7b2fa0');
    expect(token('--accent-soft')).toBe('#f7ebff');
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
    expect(token('--accent')).toBe('#9f55c7');
  });

  it('changes nothing for the brand of the installation', () => {
    showBrand(defaultBrand);
    expect([document.title, scheme(), document.adoptedStyleSheets.length]).toEqual([
      'Ramal',
      'dark',
      0,
    ]);
    expect(document.querySelector('link[rel="icon"]')?.getAttribute('href')).toBe('/mark.svg');
  });
});

describe('stored colour scheme (Q-DARKCONF)', () => {
  function Switch() {
    const { colorScheme, setColorScheme } = useMantineColorScheme();
    return <Button onClick={() => setColorScheme('light')}>{colorScheme}</Button>;
  }

  it('neither applies nor changes the stored scheme when a brand forces the light one', () => {
    localStorage.setItem('ramal.tema', 'dark');
    const { unmount } = render(
      <ThemeProvider forceLight>
        <Switch />
      </ThemeProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'light' }));
    expect([scheme(), localStorage.getItem('ramal.tema')]).toEqual(['light', 'dark']);
    unmount();
    render(
      <ThemeProvider>
        <Switch />
      </ThemeProvider>,
    );
    expect(screen.getByRole('button', { name: 'dark' })).toBeTruthy();
  });
});
