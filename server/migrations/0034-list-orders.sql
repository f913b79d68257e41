-- Devices are sorted by MAC without reading all of them; their other orders stop at ten thousand rows.
create index devices_mac_idx on devices (mac, id);
