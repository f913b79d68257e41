/** Line servers for tests. They are doubles, registered by calls of the product. */
import {
  createLineServer,
  defaultRules,
  editLineServer,
  type LineServer as ServerInside,
  saveLineServerProducts,
} from '@ramal/contract/operations/line-servers';
import { deliverDue } from '../src/outbox/outbox.ts';
import { deliveryKinds } from '../src/jobs.ts';
import type { OnWire } from '@ramal/contract/api/wire-names';
import type { Person } from './accounts.ts';
import { type TestContext, call } from './context.ts';
import type { SignedDouble } from './signed-platform-double.ts';
import type { XuiDouble } from './xui-double.ts';

/** Setting that allows the server to reach the doubles on this machine. */
export const ALLOW_LOCAL_SERVERS = { RAMAL_PRIVATE_ORIGINS: '127.0.0.1' };

type LineServer = OnWire<ServerInside>;

export async function addXuiServer(
  ctx: TestContext,
  admin: Person,
  double: XuiDouble,
  more: Record<string, unknown> = {},
): Promise<LineServer> {
  const body = {
    name: `XUI ${double.url.slice(-8)}`,
    kind: 'xui',
    platform: 'iptv',
    url: double.url,
    key: double.key,
    player_url: 'http://xui.exemplo:8080',
    ...more,
  };
  const created = await call(ctx, createLineServer, { body }, { token: admin.token });
  if (created.status !== 200) throw new Error(JSON.stringify(created.body));
  return putIntoUse(ctx, admin, created.body, [
    { own_kind: 'package', own_id: 1, remote_id: '11', remote_bouquets: [] },
    { own_kind: 'package', own_id: 2, remote_id: '12', remote_bouquets: [] },
    { own_kind: 'bouquet', own_id: 1, remote_id: null, remote_bouquets: [1, 3] },
  ]);
}

export async function addSignedServer(
  ctx: TestContext,
  admin: Person,
  double: SignedDouble,
  platform: 'p2p' | 'new-p2p',
): Promise<LineServer> {
  const body = {
    name: `Serviço ${platform}`,
    kind: 'signed',
    platform,
    url: double.url,
    key: double.secret,
  };
  const created = await call(ctx, createLineServer, { body }, { token: admin.token });
  if (created.status !== 200) throw new Error(JSON.stringify(created.body));
  return putIntoUse(ctx, admin, created.body, [
    { own_kind: 'product', own_id: 1, remote_id: 'full', remote_bouquets: [] },
    { own_kind: 'product', own_id: 2, remote_id: 'family', remote_bouquets: [] },
  ]);
}

async function putIntoUse(
  ctx: TestContext,
  admin: Person,
  { id, name, player_url }: LineServer,
  mapped: Record<string, unknown>[],
): Promise<LineServer> {
  const as = { token: admin.token };
  const saved = await call(ctx, saveLineServerProducts, { params: { id }, body: { mapped } }, as);
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  const body = { name, player_url, takes_new: true, rules: defaultRules };
  const edited = await call(ctx, editLineServer, { params: { id }, body }, as);
  if (edited.status !== 200) throw new Error(JSON.stringify(edited.body));
  return edited.body;
}

/** Sends the pending deliveries to the line servers, like the worker. */
export const push = (ctx: TestContext): Promise<number> => deliverDue(ctx, deliveryKinds);
