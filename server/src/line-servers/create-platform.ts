/** Creates the adapter for a line server. */
import type { AppContext } from '../foundation/app-context.ts';
import { readDnsSettings } from '../zones/zones.ts';
import type { LineServer } from './line-servers.sql.ts';
import type { LinePlatform, ServerKind } from './port.ts';
import { type ServerAccess, unsealAccess } from './server-access.ts';
import { signedPlatform } from './signed/signed-platform.ts';
import { createXuiClient } from './xui/client.ts';
import { xuiPlatform } from './xui/xui-platform.ts';
import { type XuiTables, xuiTables } from './xui/xui-tables.ts';

type Context = Pick<AppContext, 'config' | 'db' | 'secrets' | 'clock'>;

export const openPlatform = (
  ctx: Context,
  { kind, sealedAccess }: Pick<LineServer, 'kind' | 'sealedAccess'>,
  signal?: AbortSignal,
): Promise<LinePlatform> => createPlatform(ctx, kind, unsealAccess(ctx, sealedAccess), signal);

export const openXuiTables = (
  ctx: Pick<Context, 'config' | 'secrets'>,
  { sealedAccess }: Pick<LineServer, 'sealedAccess'>,
): XuiTables => xuiTables(createXuiClient(ctx.config, unsealAccess(ctx, sealedAccess)));

/**
 * Creates the adapter for a line server. Lines on the server are marked with the same id of this
 * installation as its DNS records.
 */
export async function createPlatform(
  ctx: Pick<Context, 'config' | 'db' | 'clock'>,
  kind: ServerKind,
  access: ServerAccess,
  signal?: AbortSignal,
): Promise<LinePlatform> {
  if (kind === 'signed') return signedPlatform(ctx, access, signal);
  const { mark } = await readDnsSettings(ctx.db);
  return xuiPlatform(createXuiClient(ctx.config, access, signal), mark);
}
