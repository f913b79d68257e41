-- When a player of the line was seen in the block and in another one: blocks that many come to are mobile carriers'.
alter table abuse_blocks add column visited_at timestamptz;
