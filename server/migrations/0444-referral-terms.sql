-- Only payments after this time count. It begins again when referrals are switched on, or when more payments of a friend
-- count, so that no change of the terms rewards payments of the past. Null for terms that never changed in this way.
alter table referral_settings add column counted_from timestamptz;

-- Days that a refund took from each side, which a payment that is received again gives back.
alter table referral_rewards
  add column undone_referrer_days int check (undone_referrer_days >= 0),
  add column undone_friend_days int check (undone_friend_days >= 0);

-- The job reads refunds and tests of referred friends each minute.
create index charges_reversed_idx on charges (reversed_at) where state = 'reversed';
create index trial_requests_referral_idx on trial_requests (at) where origin = 'referral' and line_id is not null;
create index referral_rewards_returned_idx on referral_rewards (charge_id) where state = 'returned';
