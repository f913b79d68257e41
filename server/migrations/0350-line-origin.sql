-- Place where the customer requested the line first. Null for older lines: their events state it.
alter table lines add column origin text;
