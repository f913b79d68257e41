-- Taken tests are counted at each request, and a flood of refusals must not make this slow.
create index trial_requests_taken_idx on trial_requests (account_id, at) where result = 'taken';
-- The daily deletion of proofs looks up their messages.
create index storefront_messages_proof_idx on storefront_messages (proof_id) where proof_id is not null;
create index referral_codes_account_idx on referral_codes (account_id);
