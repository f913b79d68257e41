/** Answers of the server for the resellers' screens. */
import type { Given } from '@ramal/contract/endpoint';
import type { listResellers } from '@ramal/contract/resellers';

type Row = Given<typeof listResellers>['data'][number];

export const NORTETV = 5210;

/** A direct child with 85,2 credits, topped up six days ago, unless told otherwise. */
export const reseller = (change: Partial<Row> = {}): Row => ({
  id: NORTETV,
  username: 'nortetv',
  email: '5592955550118',
  email_contact: 'contato@nortetv.exemplo',
  profile: 'reseller',
  credits: 85.2,
  sale: 6.5,
  days_to_due: 6,
  status: 1,
  block_admin: 0,
  total_iptv: 140,
  total_up2p: 3,
  total_actives: 128,
  tree_actives: 705,
  tree_resellers: 7,
  direct_resellers: 5,
  owner_id: 4821,
  owner: 'marcelo',
  id_franchise: null,
  is_master: 1,
  is_direct: true,
  created_at: '01/02/2026 10:00',
  deleted_at: null,
  restorable_until: null,
  ...change,
});

export const pageOf = (...rows: Row[]): Given<typeof listResellers> => ({
  data: rows,
  total: rows.length,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
  as_of: '21/11/2026 14:32',
});
