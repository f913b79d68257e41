-- An export address is a ticket of the session that started it and serves one complete download
-- (Q-EXPORTTICKET). Null for the export of an API key, which has no session.
alter table exports add column sign_in_id uuid;
alter table exports add column fetched_at timestamptz;
