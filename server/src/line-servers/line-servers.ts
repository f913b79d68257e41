/**
 * Line servers: external servers that serve lines. A line is written in the panel, and a trigger
 * requests its push in the same transaction. The outbox then sends the line to the server (see
 * docs/decisions/line-servers.md).
 */
export { lineServerRoutes } from './line-servers.routes.ts';
export { compareServers, comparisonTask } from './compare/compare-server.ts';
export { expiryText } from './compare/find-differences.ts';
export { removeLeftLine } from './compare/remove-left.ts';
export {
  deleteGonePlaces,
  findServer,
  isOnLineServer,
  type LineServer,
  lockServer,
  readServerUrl,
  serverUrlColumn,
  newServerUrlColumn,
} from './line-servers.sql.ts';
export { keepRejectedLines, placeImported, releaseImported } from './place-brought.ts';
export { openPlatform, openXuiTables } from './platform-of.ts';
export { isLineRejected, isServerClosed, type LinePlatform, type RemoteLine } from './port.ts';
export { parseMark, withoutMark } from './xui/row.ts';
export type { XuiTables } from './xui/xui-tables.ts';
export { linePush, type RejectedLine } from './push/push-line.ts';
export { sealAccess } from './server-access.ts';
