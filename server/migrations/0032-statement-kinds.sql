-- Credits that come back by a deletion, and those that its undoing moves again, are kinds of their own
-- in the statement: counted as received and given they made both totals too high.
alter table movement_months drop constraint movement_months_kind_check;
alter table movement_months add constraint movement_months_kind_check
  check (kind in ('received', 'given', 'spent', 'returned', 'recovered', 'undone', 'reinstated'));

-- Which kinds the sums tell apart. An older process leaves the column alone, so months that were summed
-- by it are summed again.
alter table movement_months_taken add column kinds_version int not null default 1;
