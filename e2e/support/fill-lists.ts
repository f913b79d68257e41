/**
 * Fills every list with rows, so that the layout of rows can be checked. Each row has a text of 60
 * characters without a space.
 */
import type { Page } from '@playwright/test';
import { callApi } from './accounts.ts';
import { expect } from './server.ts';

/** Text without a possible line break. */
export const UNBROKEN = 'palavra-sem-espaco_'.repeat(4).slice(0, 60);

/** Number of tickets that must fit on a phone's screen. */
const TICKETS = 8;

type Call = readonly [path: string, body: object];

const ticket = (title: string): Call => [
  '/api/ticket',
  { title, category: 1, content: `${UNBROKEN} não abre na sala desde ontem` },
];

/** Calls that fill the lists of a seller with credits. */
export const sellerCalls = (suffix: string): readonly Call[] => [
  ticket(UNBROKEN),
  ...Array.from({ length: TICKETS }, (_, at) => ticket(`O aplicativo fecha sozinho na TV ${at}`)),
  ['/api/users-iptv', { isOficial: true, credits: 1, nota: UNBROKEN, package: 1 }],
  [
    '/api/reg-users',
    { username: `rede-${UNBROKEN.slice(0, 18)}${suffix}`, password: 'demo-de-teste', credits: 0 },
  ],
];

export const adminCalls = (suffix: string): readonly Call[] => [
  ['/api/dns-collector', [{ host: `${hostname}.a${suffix}.com`, onde: UNBROKEN }]],
  [
    '/api/catalogue/lists',
    { name: `${UNBROKEN.slice(3)}${suffix}`, url: `https://exemplo.com/${UNBROKEN}` },
  ],
  ['/api/catalogue/bouquets', { name: `${UNBROKEN.slice(3)}${suffix}` }],
];

const hostname = UNBROKEN.replaceAll('_', '-');

/** Calls that fill the lists of an account with the required grants. */
export const grantedCalls: readonly Call[] = [
  ['/api/api-keys', { name: UNBROKEN, scopes: ['lines:read'] }],
];

export async function sendAll(page: Page, calls: readonly Call[]): Promise<void> {
  for (const [path, sent] of calls) {
    const { status, body } = await callApi(page, path, sent);
    expect(status, `${path}: ${JSON.stringify(body)}`).toBeLessThan(300);
  }
}
