-- A test may become the customer's line (Q-TESTPROMOTE), and is charged for a reason of its own.
alter table entries drop constraint entries_reason_check;
alter table entries add constraint entries_reason_check check (
  reason in (
    'line-created', 'line-extended', 'line-imported', 'line-promoted', 'credits-given', 'credits-withdrawn',
    'opening-credits', 'reseller-deleted', 'reseller-restored'
  )
);

-- A promoted test keeps its hours, so that it still counts among the tests of its day.
drop index lines_trials_idx;
create index lines_trials_idx on lines (owner_id, created_at) where test_hours is not null;
