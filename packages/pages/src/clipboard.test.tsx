// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './clipboard.ts';

const withheld = (clipboard: unknown) =>
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });

afterEach(() => {
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

test('the clipboard API of the browser is tried first', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined);
  withheld({ writeText });
  expect(await copyText('84920175')).toBe(true);
  expect(writeText).toHaveBeenCalledExactlyOnceWith('84920175');
});

test('on plain http a selection replaces the clipboard API and leaves page and focus unchanged', async () => {
  withheld(undefined);
  let copied: string | undefined;
  document.execCommand = vi.fn<typeof document.execCommand>(() => {
    copied = document.querySelector('textarea')?.value;
    return true;
  });
  document.body.innerHTML = '<button type="button">Copiar</button>';
  const button = document.querySelector('button')!;
  button.focus();
  expect(await copyText('k7Tq29xm')).toBe(true);
  expect(copied).toBe('k7Tq29xm');
  expect(document.querySelector('textarea')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('copyText returns false when neither method works', async () => {
  withheld({ writeText: () => Promise.reject(new Error('denied')) });
  document.execCommand = () => {
    throw new Error('unsupported');
  };
  expect(await copyText('x')).toBe(false);
});
