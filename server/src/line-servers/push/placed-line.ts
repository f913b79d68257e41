/** Reads a line with its placement and its desired state in one statement. */
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import type { Reader } from '../../foundation/database.ts';
import type { DesiredLine, DesiredProduct } from '../port.ts';
import { type LineServer, serverColumns } from '../line-servers.sql.ts';
import type { LinePlacement } from './sync-line.ts';

export interface PlacedLine extends LinePlacement {
  readonly id: number;
  readonly isCurrent: boolean;
  readonly isFirst: boolean;
  readonly revision: number;
  readonly pushedRevision: number;
  readonly server: LineServer;
  /** Undefined if the line must be removed from the server. */
  readonly desired: DesiredLine | undefined;
}

interface PlacedRow {
  readonly id: number;
  readonly lineId: number;
  readonly isCurrent: boolean;
  readonly isFirst: boolean;
  readonly sentAs: string | null;
  readonly remoteId: string | null;
  readonly revision: number;
  readonly pushedRevision: number;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly password: string;
  readonly isTrial: boolean;
  readonly isOn: boolean;
  readonly isBlocked: boolean;
  readonly isDeleted: boolean;
  readonly expiresAt: Date;
  readonly maxConnections: number;
  readonly isMapped: boolean;
  readonly remoteProduct: string | null;
  readonly remoteBouquets: number[];
}

export async function readPlacedLine(reader: Reader, id: number): Promise<PlacedLine | undefined> {
  const row = await reader.first<PlacedRow>(sql`
    select sl.id, sl.line_id, sl.is_current, sl.is_first,
      sl.username as sent_as, sl.remote_id, sl.revision,
      sl.pushed_revision, l.platform, l.username, l.password, l.is_trial,
      l.is_on, l.blocked_for_abuse_at is not null as is_blocked,
      l.deleted_at is not null as is_deleted, l.expires_at,
      coalesce(p.max_connections, 1) as max_connections, is_served_by(sl.server_id, l.platform,
        l.owner_id, l.package_id, l.bouquet_ids, l.product_id) as is_mapped,
      (select m.remote_id from line_server_products m where m.server_id = sl.server_id
        and (m.own_kind, m.own_id) in (('package', l.package_id), ('product', l.product_id))) as remote_product,
      array(select distinct bouquet from line_server_products m, unnest(m.remote_bouquets) bouquet
        where m.server_id = sl.server_id and case
          when l.package_id is not null then m.own_kind = 'package' and m.own_id = l.package_id
          else m.own_kind = 'bouquet' and m.own_id = any(l.bouquet_ids) end
        order by bouquet) as remote_bouquets
    from server_lines sl join lines l on l.id = sl.line_id left join packages p on p.id = l.package_id
    where sl.id = ${id}`);
  if (!row) return undefined;
  const server = await reader.first<LineServer>(sql`
    select ${serverColumns} from line_servers s
    where s.id = (select server_id from server_lines where id = ${id})`);
  const { lineId, isCurrent, isFirst, sentAs, remoteId, revision, pushedRevision } = row;
  return {
    id,
    lineId,
    isCurrent,
    isFirst,
    sentAs,
    remoteId,
    revision,
    pushedRevision,
    server: server!,
    desired: isCurrent && !row.isDeleted ? desiredOf(row) : undefined,
  };
}

/**
 * Returns the desired state of a line on its server. A product that is no longer mapped remains
 * unchanged on the server.
 */
const desiredOf = (row: PlacedRow): DesiredLine => ({
  lineId: row.lineId,
  wish: `${row.id}-${row.revision}`,
  username: row.username,
  password: row.password,
  expiresAt: row.expiresAt,
  isTrial: row.isTrial,
  isOn: row.isOn,
  isBlocked: row.isBlocked,
  maxConnections: row.maxConnections,
  product: row.isMapped ? productOf(row) : undefined,
});

const productOf = ({ remoteProduct, remoteBouquets }: PlacedRow): DesiredProduct => ({
  remoteId: remoteProduct,
  bouquets: remoteBouquets,
});
