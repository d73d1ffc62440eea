-- Chile's public holidays, and the working days between them, from Monday to Friday. Deadlines of cases and of requests
-- about personal data count them. They are computed: the holidays of elections, of one region, and those that a law
-- declares for a single year are not known.

-- Returns Easter Sunday, by the Gregorian algorithm of Meeus, Jones and Butcher.
create function private.easter(year integer) returns date language sql immutable set search_path = '' as $$
  select make_date(year, n / 31, n % 31 + 1)
  from (select year % 19 as a, year / 100 as b, year % 100 as c) as cycle
    cross join lateral (select (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30 as h) as moon
    cross join lateral (select (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7 as l) as sunday
    cross join lateral (select h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114 as n) as day
$$;

-- Returns the day on which a holiday of Ley 19.668 is kept: from Tuesday to Thursday the Monday before, on a Friday the
-- Monday after.
create function private.kept_on_monday(holiday date) returns date language sql immutable set search_path = '' as $$
  select case extract(isodow from holiday) when 5 then holiday + 3 when 6 then holiday when 7 then holiday
    else date_trunc('week', holiday)::date end
$$;

-- Returns the day of the winter solstice in Chile. A simple rule gives it from 2021 to 2075: the 20th of June, and the
-- 21st in the third year after a leap year, until 2046 also in the second.
create function private.winter_solstice(year integer) returns date language sql immutable set search_path = '' as $$
  select make_date(year, 6, case when year % 4 = 3 or year % 4 = 2 and year <= 2046 then 21 else 20 end)
$$;

-- Returns the national public holidays of a year by the laws in force in 2026, in no order.
create function private.public_holidays(year integer) returns setof date
language sql immutable set search_path = '' as $$
  select make_date(year, fixed.month, fixed.day) from (values (1, 1), (5, 1), (5, 21), (7, 16), (8, 15), (9, 18), (9, 19),
    (11, 1), (12, 8), (12, 25)) as fixed (month, day)
  -- Good Friday and the Saturday after it.
  union all select private.easter(year) - days from generate_series(1, 2) as days
  -- The day of indigenous peoples, Ley 21.357.
  union all select private.winter_solstice(year)
  -- San Pedro y San Pablo, and Encuentro de Dos Mundos.
  union all select private.kept_on_monday(holiday)
    from unnest(array[make_date(year, 6, 29), make_date(year, 10, 12)]) as holiday
  -- The day of the evangelical churches, Ley 20.299: a Tuesday moves to the Friday before, a Wednesday to the one after.
  union all select make_date(year, 10, 31)
    + case extract(isodow from make_date(year, 10, 31)) when 2 then -4 when 3 then 2 else 0 end
  -- The days that join the 18th and 19th of September, or a Sunday of New Year, with a weekend, Leyes 20.215 and 20.983.
  union all select added.day
    from (values (make_date(year, 1, 2), 1), (make_date(year, 9, 17), 1), (make_date(year, 9, 17), 5),
      (make_date(year, 9, 20), 5)) as added (day, weekday)
    where extract(isodow from added.day) = added.weekday
$$;

-- Returns the day that is so many working days after another.
create function private.working_days_after(start date, days integer) returns date
language sql immutable set search_path = '' as $$
  select day::date from generate_series(start + 1, start + 2 * days + 14, interval '1 day') as day
  where extract(isodow from day) < 6 and day::date not in (
    select private.public_holidays(extract(year from start)::integer + later) from generate_series(0, 1) as later)
  order by day offset greatest(days, 1) - 1 limit 1
$$;

