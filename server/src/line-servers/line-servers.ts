/**
 * Line servers: external servers that serve lines. A line is written in the panel, and a trigger
 * requests its push in the same transaction. The outbox then sends the line to the server (see
 * docs/decisions/line-servers.md).
 */
export { lineServerRoutes } from './line-servers.routes.ts';
export { compareServers, comparisonTask } from './compare/compare-server.ts';
export {
  deleteGonePlacements,
  findServer,
  type LineServer,
  lockServer,
} from './line-servers.sql.ts';
export { retainRejectedLines, placeImported, releaseImported } from './place-imported.ts';
export { openXuiTables } from './create-platform.ts';
export { isServerClosed } from './port.ts';
export { parseMark, withoutMark } from './xui/row.ts';
export type { XuiTables } from './xui/xui-tables.ts';
export { linePush } from './push/push-line.ts';
export { sealAccess } from './server-access.ts';
