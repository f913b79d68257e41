-- The state of the product and the recovery of channels look up the channels without a source.
create index streams_lost_idx on streams (lost_at) where lost_at is not null;
