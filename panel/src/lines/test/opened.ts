import { vi } from 'vitest';

/** Records the addresses of the conversations that the screen opens. */
export function recordOpened(): string[] {
  const opened: string[] = [];
  vi.stubGlobal('open', (url: string) => void opened.push(decodeURIComponent(url)));
  return opened;
}
