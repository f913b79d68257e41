/**
 * Digests of the accounts and lines created from a row, so that undoing the import detects later
 * changes.
 */
import sql, { type Sql } from 'sql-template-tag';

/** Digest of a line, `lines l`. */
export const lineDigest: Sql = sql`md5(row(l.owner_id, l.platform, l.username, l.password, l.is_trial, l.is_on,
  extract(epoch from l.expires_at), l.note, l.whatsapp, l.package_id, l.bouquet_ids,
  l.blocked_for_abuse_at is null, l.deleted_at is null)::text)`;

/** Digest of an account, `accounts a`. */
export const accountDigest: Sql = sql`md5(row(a.username, a.password_hash, a.profile, a.parent_id, a.id_franchise,
  a.whatsapp, a.email, a.sale_cents, a.is_master, a.blocked_at is null, a.blocked_by_admin_at is null,
  a.deleted_at is null)::text)`;
