-- Asks for a job that begins later: what runs more often than the minutes of a schedule.
create function ask_job_at(name text, payload json, key text, at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job(name, payload, job_key := key, run_at := at);
end $$;

revoke execute on function ask_job_at from public;
grant execute on function ask_job_at to ramal_app;
