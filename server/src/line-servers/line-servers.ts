/**
 * Servers of others on which lines live. A line is written here; a trigger asks for it to be brought to its
 * server in the same transaction, and the outbox brings it (see docs/decisions/line-servers.md).
 */
export { lineServerRoutes } from './line-servers.routes.ts';
export { compareServers, comparisonTask } from './compare/compare-server.ts';
export { expiryText } from './compare/find-differences.ts';
export { removeLeft } from './compare/remove-left.ts';
export {
  deleteGonePlaces,
  findServer,
  isElsewhere,
  type LineServer,
  lockServer,
  readServerUrl,
  serverUrlOf,
  serverUrlOfNew,
} from './line-servers.sql.ts';
export { keepWhenRefused, placeBrought, releaseBrought } from './place-brought.ts';
export { platformOf, tablesOf } from './platform-of.ts';
export {
  AccessRefused,
  type LinePlatform,
  LineRefused,
  type RemoteLine,
  ServerSilent,
} from './port.ts';
export { markIn, withoutMark } from './xui/row.ts';
export type { XuiTables } from './xui/xui-tables.ts';
export { linePush, type RefusedLine } from './push/push-line.ts';
