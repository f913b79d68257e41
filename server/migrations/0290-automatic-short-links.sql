-- A short link that the server made for a list of the portal keeps its code and follows the list (Q-PORTALSHORT).
alter table short_links add column follows text unique check (follows in ('m3u8', 'ssiptv'));
update short_links s set follows = long.name
from published_links long join published_links short on short.name = long.name || '_short'
where long.name in ('m3u8', 'ssiptv') and short.url like '%/s/' || s.code and s.url = long.url;
