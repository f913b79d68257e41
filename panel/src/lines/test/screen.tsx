/**
 * Renders a screen at an address as the panel does, against a fake network. The contract parses
 * every answer before the screen receives it. Every request is recorded for checks.
 */
import type { Endpoint, ResponseOf } from '@ramal/contract/api/endpoint';
import { errorBody, errorStatus, Refusal } from '@ramal/contract/api/errors';
import { readLineMessage } from '@ramal/contract/lines/charging';
import { getIptvLinks } from '@ramal/contract/lines/iptv-lines';
import { getLine, listLinePayments } from '@ramal/contract/lines/line-page';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { listMessages, recordRenewalMessage } from '@ramal/contract/lines/messages';
import { getMessageTexts } from '@ramal/contract/message-texts';
import { getProfile } from '@ramal/contract/sessions';
import { listLineViewings, listRefusedPlays } from '@ramal/contract/watching';
import { defaultMessages, messageKinds } from '@ramal/contract/rules/message';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { onWire } from '../../foundation/api/network.fixtures.ts';
import { makeQueryClient } from '../../foundation/api/query.ts';
import { ThemeProvider } from '../../foundation/theme/ThemeProvider.tsx';
import { OtherLineDialogsContext } from '../dialogs/other-line-dialogs.ts';
import { PageFrame } from '../../ui/layout/page-heading.tsx';
import { lineDialogs } from '../../line-dialogs.ts';
import { created, lineFacts, lineListAnswer, profile } from './answers.ts';
import { UiProvider } from '../../ui/UiProvider.tsx';

export interface SentRequest {
  readonly name: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly body: Record<string, unknown>;
  readonly key: string | null;
}

export type Respond = (request: SentRequest) => unknown;

const matches = (declaration: Endpoint, method: string, path: string, action: unknown): boolean =>
  declaration.method === method &&
  declaration.action === action &&
  new RegExp(`^${declaration.path.replace(/:\w+/g, '[^/]+')}$`).test(path);

/** Texts of an account that uses only the default texts. */
export const noOwnTexts: ResponseOf<typeof getMessageTexts> = {
  texts: messageKinds.map((kind) => ({ kind, own: null, default: defaultMessages[kind] })),
  linkHost: null,
  hosts: [],
};
/** Simulated response: no reminder applies today, and the renewal text is the default text. */
const messageOf: Respond = ({ path, body }) => ({
  id: Number(path.split('/')[3]),
  text: body['occasion'] === 'renewed' ? 'Oi! Renovação confirmada. Obrigado!' : null,
  reminder_id: null,
  renewal_link: '',
  price_cents: null,
});
const fromTheStart: readonly (readonly [Endpoint, Respond])[] = [
  [getProfile, () => profile()],
  [getMessageTexts, () => noOwnTexts],
  [readLineMessage, messageOf],
  [getLine, ({ path }) => lineFacts({ id: Number(path.split('/')[3]) })],
  [getLineHistory, () => ({ ...lineListAnswer(), data: [] })],
  [listLineViewings, () => []],
  [listRefusedPlays, () => []],
  [listLinePayments, () => []],
  [getIptvLinks, () => created({ id: 1 })],
  [listMessages, () => ({ total: 0, by_reason: [], messages: [] })],
  [recordRenewalMessage, ({ path }) => ({ message: 'ok', id: Number(path.split('/')[3]) })],
];

/**
 * Converts an answer to the wire format. If the answer is invalid, the error is also thrown outside
 * of the call. The panel would otherwise treat it as a lost answer, and its retry would disturb the
 * next test.
 */
function wireAnswer(declaration: Endpoint, answer: unknown): unknown {
  try {
    return onWire(declaration.answer, answer);
  } catch (cause) {
    void Promise.reject(new Error(`No answer of ${declaration.name}`, { cause }));
    throw cause;
  }
}

/**
 * Sets the replies of the fake server for each declaration. A call without a reply fails the test
 * that made it.
 */
export function answering(server: readonly (readonly [Endpoint, Respond])[]): SentRequest[] {
  const requests: SentRequest[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://panel.test');
    const body = (typeof init.body === 'string' ? JSON.parse(init.body) : {}) as Record<
      string,
      unknown
    >;
    const handler = [...fromTheStart, ...server].findLast(([declaration]) =>
      matches(declaration, init.method ?? 'GET', url.pathname, body.action),
    );
    if (!handler) throw new Error(`Nobody answers ${init.method} ${url.pathname}`);
    const [declaration, says] = handler;
    const request: SentRequest = {
      name: declaration.name,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body,
      key: new Headers(init.headers).get('idempotency-key'),
    };
    requests.push(request);
    try {
      return Response.json(wireAnswer(declaration, await says(request)));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      return Response.json(errorBody(refusal.code, refusal.details), {
        status: errorStatus(refusal.code),
      });
    }
  });
  return requests;
}

export const calls = (requests: readonly SentRequest[], declaration: Endpoint): SentRequest[] =>
  requests.filter(({ name }) => name === declaration.name);

/**
 * Hides a warning of Mantine. Without layout, happy-dom has no focusable elements, and the warning
 * would print the whole document.
 */
const { warn } = console;
console.warn = (...said: unknown[]) => {
  if (!String(said[0]).startsWith('[@mantine/hooks/use-focus-trap]')) warn(...said);
};

/** Target routes of the links on the screens. */
const paths = [
  '/users-iptv',
  '/users-iptv/$resellerId',
  '/double-access',
  '/user-iptv',
  '/users-p2p',
  '/users-p2p/$resellerId',
  '/user-p2p',
  '/new-users-p2p',
  '/new-users-p2p/$resellerId',
  '/new-user-p2p',
  '/migration-iptv',
  '/migration-p2p',
  '/list-resellers',
  '/extract',
  '/reseller',
  '/catalogue/{-$section}',
  '/list-movies',
  '/settings-extra',
  '/view-duplicates',
  '/boxes',
  '/smart-app',
  '/api-keys',
  '/webhooks',
  '/line-servers',
  '/line-servers/$serverId',
  '/convite/$code',
  '/login',
  '/coupons',
  '/referrals',
  '/recurring-pix',
  '/payment-providers',
  '/recharge-portal',
  '/buy-credits',
  '/blacklist',
  '/balancer',
  '/version',
  '/welcome',
  '/view-backups',
  '/panel-imports',
  '/quarantine',
  '/dns',
  '/dns-activator',
  '/dns-collector',
  '/categorie-config',
  '/dns-settings',
  '/log',
  '/reports',
  '/numbers/{-$part}',
  '/numbers/rows/$figure',
  '/storefront/{-$part}',
  '/storefront/rows/$rows',
  '/charge',
  '/batches',
  '/import-lines',
  '/settings',
  '/settings-franchise',
  '/settings-franchise-portal',
  '/settings/announcement/{-$announcementId}',
  '/settings/message',
  '/channels',
  '/brands/{-$brand}',
  '/notices',
  '/ticket',
  '/dashboard',
];

/** Renders the screen and keeps its address, so that a test can check it. */
export async function show(screen: ReactNode, address: string) {
  const root = createRootRoute();
  const router = createRouter({
    routeTree: root.addChildren(
      paths.map((path) =>
        createRoute({ getParentRoute: () => root, path, component: () => screen }),
      ),
    ),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await router.load();
  const view = render(
    <ThemeProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <UiProvider>
          <PageFrame brandName="Ramal">
            <OtherLineDialogsContext value={lineDialogs}>
              <RouterProvider router={router} />
            </OtherLineDialogsContext>
          </PageFrame>
        </UiProvider>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return {
    ...view,
    search: () => router.state.location.search as Record<string, unknown>,
    path: () => router.state.location.pathname,
  };
}
