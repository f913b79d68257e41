-- Credits that a seller adds to the top-ups of its direct resellers in a period, and the reasons of
-- the entries of this bonus and of rewards for referrals.
do $$
declare
  reasons text;
begin
  select pg_get_constraintdef(oid) into reasons from pg_constraint
  where conname = 'entries_reason_check' and conrelid = 'entries'::regclass;
  alter table entries drop constraint entries_reason_check;
  execute 'alter table entries add constraint entries_reason_check ' || replace(
    reasons, 'ARRAY[',
    'ARRAY[''bonus-granted''::text, ''bonus-returned''::text, ''referral-rewarded''::text, ''referral-returned''::text, ');
end $$;

create table top_up_bonuses (
  account_id bigint primary key references accounts,
  -- Whole credits: each full `per_credits` of a top-up adds `bonus_credits`.
  per_credits int not null check (per_credits >= 10),
  bonus_credits int not null check (bonus_credits >= 1 and bonus_credits <= per_credits),
  -- Days in the time zone of the panel, both included.
  starts_on date not null,
  ends_on date not null,
  constraint top_up_bonuses_period check (ends_on >= starts_on)
);

-- Hundredths of a credit that the seller promised in addition, and the part that a reversal withdrew.
alter table charges
  add column bonus_credits bigint not null default 0 check (bonus_credits >= 0),
  add column undone_bonus bigint check (undone_bonus >= 0);
