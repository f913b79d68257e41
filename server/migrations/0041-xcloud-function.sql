-- Off hides X-CLOUD from every receipt: the documents' disable-xcloud 1 (K-78).
insert into flags (name, is_on) values ('xcloud', true) on conflict (name) do nothing;
