-- When an account has done or dismissed its first steps. Accounts that stand already are past them.
alter table accounts add column first_steps_ended_at timestamptz default now();
alter table accounts alter column first_steps_ended_at drop default;
