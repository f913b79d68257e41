-- Numbers kept as they were typed get their country code (Q-PHONE). The rule: digits that are an area code of
-- Brazil followed by nine digits that begin with 9, or by eight that begin with 2 to 5, with or without the
-- leading zero of a long distance call, get 55 in front; two leading zeros before 55 go. Numbers of
-- other forms stay as they are, and are refused with the reason when somebody next saves them.
create function pg_temp.with_country_code(number text) returns text language sql immutable as $$
  select case
    when number ~ '^00' then substr(number, 3)
    else '55' || ltrim(number, '0')
  end
$$;

update lines set whatsapp = pg_temp.with_country_code(whatsapp)
where whatsapp ~ '^(0055|0?)(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])(9\d{8}|[2-5]\d{7})$';

update accounts set whatsapp = pg_temp.with_country_code(whatsapp)
where whatsapp ~ '^(0055|0?)(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])(9\d{8}|[2-5]\d{7})$';
