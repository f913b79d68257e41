-- Reads of all sources of a channel, and its deletion. The unique indexes contain only a part of the rows each.
create index channel_sources_stream_idx on channel_sources (stream_id, position);
