-- The list begins with the ticket that received the newest message.
create index tickets_last_idx on tickets (system, status, last_at desc, id desc);
-- Each opened ticket counts the wrong passwords of its line since midnight.
create index refused_players_username_idx on refused_players (username, at);
