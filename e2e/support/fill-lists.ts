/** Puts rows into lists that the demo leaves empty. Each text has 60 characters without a space. */
import type { Page } from '@playwright/test';
import { type Answer, callApi } from './accounts.ts';

/** A word that no line break shortens. */
export const UNBROKEN = 'palavra-sem-espaco_'.repeat(4).slice(0, 60);

type Call = readonly [path: string, body: object];

const ticket = (title: string): Call => [
  '/api/ticket',
  { title, category: 1, content: `${UNBROKEN} não abre na TV da sala desde ontem à noite` },
];

const sellerCalls: readonly Call[] = [
  ...Array.from({ length: 8 }, (_, at) => ticket(`O aplicativo fecha sozinho na TV da sala ${at}`)),
  ticket(UNBROKEN),
  ['/api/users-iptv', { isOficial: true, credits: 1, nota: UNBROKEN, package: 1 }],
  [
    '/api/reg-users',
    {
      username: `${UNBROKEN.slice(0, 24)}`,
      email: '(11) 95555-0142',
      password: 'senha-de-teste-1',
      credits: 0,
    },
  ],
];

const adminCalls: readonly Call[] = [
  ['/api/balancers', { name: UNBROKEN, ip: '45.33.32.156', weight: 20 }],
  [
    '/api/dns-collector',
    [{ host: `${UNBROKEN.replaceAll('_', '-')}.exemplo.com`, onde: UNBROKEN }],
  ],
  ['/api/temp-category', { custom_id: 92, name: UNBROKEN }],
  [
    '/api/xcode-insert-channel',
    { name: UNBROKEN, stream_id: 1, category: 92, until: '2030-01-01T23:59' },
  ],
  ['/api/catalogue/lists', { name: UNBROKEN, url: `https://exemplo.com/${UNBROKEN}` }],
  ['/api/catalogue/bouquets', { name: UNBROKEN }],
  ['/api/ticket-answers', { title: UNBROKEN, body: UNBROKEN }],
  ['/api/anuncios', { titulo: UNBROKEN, mensagem: `<p>${UNBROKEN}</p>`, type: 1 }],
];

const grantedCalls: readonly Call[] = [
  ['/api/api-keys', { name: UNBROKEN, scopes: ['lines.read'] }],
];

const send = async (page: Page, calls: readonly Call[]): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (const [path, body] of calls) answers.push(await callApi(page, path, body));
  return answers;
};
export const t = { sellerCalls, adminCalls, grantedCalls, send };
