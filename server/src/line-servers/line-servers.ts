/**
 * Line servers: external servers that serve lines. A line is written in the panel, and a trigger
 * requests its push in the same transaction. The outbox then sends the line to the server (see
 * docs/decisions/line-servers.md).
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
