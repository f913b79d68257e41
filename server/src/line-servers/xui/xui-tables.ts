/**
 * Reads the tables of an XUI.ONE or XC_VM server through its admin interface, for the import. A
 * read changes nothing there, so it is repeated if it gets no answer.
 */
import { type CallXui, withRetries, toRows } from './client.ts';
import type { XuiRow } from './row.ts';
import { readXuiLine, requireSuccess, xuiPages, type XuiPage } from './xui-platform.ts';

export interface XuiTables {
  readonly groups: () => Promise<readonly XuiRow[]>;
  readonly packages: () => Promise<readonly XuiRow[]>;
  readonly bouquets: () => Promise<readonly XuiRow[]>;
  readonly users: () => AsyncIterable<XuiPage>;
  /** Yields the lines page by page. A list may omit columns. */
  readonly lines: () => AsyncIterable<XuiPage>;
  readonly line: (id: string) => Promise<XuiRow | undefined>;
}

export function xuiTables(askOnce: CallXui): XuiTables {
  const ask = withRetries(askOnce);
  const whole = (action: string) => async () => toRows(requireSuccess(await ask(action)));
  return {
    groups: whole('get_groups'),
    packages: whole('get_packages'),
    bouquets: whole('get_bouquets'),
    users: () => xuiPages(ask, 'get_users'),
    lines: () => xuiPages(ask, 'get_lines'),
    line: (id) => readXuiLine(ask, id),
  };
}
