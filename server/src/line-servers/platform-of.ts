/** The adapter that speaks to a server. */
import type { AppContext } from '../foundation/app-context.ts';
import type { LineServer } from './line-servers.sql.ts';
import type { LinePlatform, ServerKind } from './port.ts';
import { type ServerAccess, unsealAccess } from './server-access.ts';
import { signedPlatform } from './signed/signed-platform.ts';
import { createXuiClient } from './xui/client.ts';
import { xuiPlatform } from './xui/xui-platform.ts';
import { type XuiTables, xuiTables } from './xui/xui-tables.ts';

type Context = Pick<AppContext, 'config' | 'secrets' | 'clock'>;

export const platformOf = (
  ctx: Context,
  { kind, sealedAccess }: Pick<LineServer, 'kind' | 'sealedAccess'>,
  signal?: AbortSignal,
): LinePlatform => platformFor(ctx, kind, unsealAccess(ctx, sealedAccess), signal);

/** Of a server of kind `xui`. */
export const tablesOf = (
  ctx: Context,
  { sealedAccess }: Pick<LineServer, 'sealedAccess'>,
): XuiTables => xuiTables(createXuiClient(ctx.config, unsealAccess(ctx, sealedAccess)));

export const platformFor = (
  ctx: Pick<Context, 'config' | 'clock'>,
  kind: ServerKind,
  access: ServerAccess,
  signal?: AbortSignal,
): LinePlatform =>
  kind === 'xui'
    ? xuiPlatform(createXuiClient(ctx.config, access, signal))
    : signedPlatform(ctx, access, signal);
