-- Further reasons for a month without a debit, and for an authorization that a new one with the same price replaces.
alter table pix_cycles
  drop constraint pix_cycles_skip_reason_check,
  add constraint pix_cycles_skip_reason_check check (
    skip_reason in ('renewed-by-hand', 'paid-by-hand', 'ended', 'too-late', 'rejected', 'refunded', 'unpaid',
      'removed-at-provider')
  ) not valid;
alter table pix_authorizations
  drop constraint pix_authorizations_end_reason_check,
  add constraint pix_authorizations_end_reason_check check (
    end_reason in ('not-authorized', 'customer-portal', 'customer-bank', 'seller', 'price', 'replaced', 'line-deleted',
      'line-blocked', 'line-moved', 'provider')
  ) not valid;
