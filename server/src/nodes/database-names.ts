/** Names under which the screen shows the databases. */
import sql, { type Sql } from 'sql-template-tag';
import type { Config } from '../foundation/config.ts';

/** Returns the host of a connection string; undefined for a socket or a list of hosts. */
function hostOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  return new URL(url).hostname || undefined;
}

/** SQL expression: the server's `cluster_name`, or without one the host that Ramal connects to. */
export const primaryName = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): Sql =>
  sql`coalesce(nullif(current_setting('cluster_name'), ''), ${hostOf(databaseUrl) ?? 'banco'}::text)`;

export const replicaName = ({ replicaUrl }: Pick<Config, 'replicaUrl'>): string =>
  hostOf(replicaUrl) ?? 'réplica';
