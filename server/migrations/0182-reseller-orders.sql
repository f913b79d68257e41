-- The list of resellers walks to its page by active customers and by credits, instead of sorting everybody.
create index tree_totals_own_actives_idx on tree_totals ((own_iptv_actives + own_p2p_actives), account_id);
create index tree_totals_tree_actives_idx on tree_totals
  ((own_iptv_actives + own_p2p_actives + tree_iptv_actives + tree_p2p_actives), account_id);
create index wallets_balance_idx on wallets (balance, account_id) where kind = 'balance';
