-- Validates a draft or a release of the content against the rules of 12_content_rules.sql.

-- Returns the values of a document with their shapes and, in lists, the items before them. It does not descend into
-- lists that are too long.
create function private.content_nodes(content jsonb)
returns table (path jsonb, value jsonb, shape jsonb, type text, list jsonb, before jsonb)
language sql immutable set search_path = '' as $$
  with recursive nodes (path, value, shape, type, list, before) as (
    select '[]'::jsonb, content, private.content_rules() -> 'shape', jsonb_typeof(content), null::jsonb, null::jsonb
    union all
    select n.path || part.step, part.value, case part.shape ->> 'kind'
        when 'variants' then
          coalesce(part.shape -> 'variants' -> (part.value ->> 'kind'), part.shape -> 'otherwise')
        else part.shape end, jsonb_typeof(part.value), part.list, part.before
    from nodes n cross join lateral (
      select to_jsonb(field.key), n.value -> field.key, field.value, null::jsonb, null::jsonb
      from jsonb_each(case n.type when 'object' then n.shape -> 'fields' end) as field
      where n.value ? field.key
      union all
      select to_jsonb(item.position - 1), item.value, n.shape -> 'of', n.shape - 'of',
        lag(item.value) over (order by item.position)
      from jsonb_array_elements(case when n.type = 'array' and n.shape ->> 'kind' = 'list' then
          case when jsonb_array_length(n.value) <= (n.shape ->> 'max')::integer then n.value end end)
        with ordinality as item (value, position)) as part (step, value, shape, list, before)
    where n.type in ('object', 'array'))
  select * from nodes
$$;

-- Finds the problems of single values.
create function private.content_value_findings(content jsonb) returns table (path jsonb, shape jsonb, code text)
language sql immutable set search_path = '' as $$
  with nodes as materialized (
    select n.path, n.value, n.shape, n.type, n.shape ->> 'kind' as kind, (n.shape ->> 'max')::numeric as max,
      case n.type when 'string' then n.value #>> '{}' end as text,
      case n.type when 'number' then n.value::numeric end as number
    from private.content_nodes(content) n),
  known (list, id) as (
    select top.key, item ->> 'id'
    from jsonb_each(case jsonb_typeof(content) when 'object' then content end) as top
      cross join jsonb_array_elements(case jsonb_typeof(top.value) when 'array' then top.value end) as item
    where jsonb_typeof(item -> 'id') = 'string'),
  formats as materialized (select private.content_rules() -> 'formats' as of)
  select n.path, n.shape, case
    when n.type <> case n.kind when 'integer' then 'number' when 'flag' then 'boolean' when 'list' then 'array'
      when 'object' then 'object' else 'string' end or n.number % 1 <> 0 then 'wrong_type'
    when case n.type when 'array' then jsonb_array_length(n.value) end > n.max then 'too_many'
    when n.number < (n.shape ->> 'min')::numeric then 'too_small'
    when n.number > n.max then 'too_large'
    when n.kind = 'text' then case
      when n.text ~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]' then 'wrong_characters'
      when n.text !~ '[^ \t\n]' and n.shape ? 'required' then 'empty'
      when n.text = '' then null
      when char_length(n.text) > n.max then 'too_long'
      when n.text !~ (formats.of ->> (n.shape ->> 'format')) then 'wrong_format'
      when n.shape ? 'number' and not private.is_number(n.shape ->> 'number', n.text) then 'wrong_number' end
    when n.kind in ('day', 'moment', 'end') then case
      when n.text !~ (formats.of ->> n.kind) then 'wrong_format'
      when substr(n.text, 9, 2)::integer
        > extract(day from (left(n.text, 7) || '-01')::date + interval '1 month - 1 day') then 'wrong_format' end
    when n.kind = 'choice' then case when not n.shape -> 'of' ? n.text then 'wrong_choice' end
    when n.kind = 'reference' and (n.shape ->> 'to', n.text) not in (select list, id from known)
      then 'unknown_reference'
    end
  from nodes n, formats
$$;

-- Finds the problems between values: fields of objects, items of lists, days, moments and numbers in order. An end is a
-- day, which ends with its last minute, or a minute, which ends when it begins; a day begins with its first minute.
create function private.content_structure_findings(content jsonb) returns table (path jsonb, code text)
language sql immutable set search_path = '' as $$
  with nodes as materialized (
    select n.path, n.value, n.list, n.before, n.shape -> 'fields' as fields,
      n.shape #>> '{order,0}' as first, n.shape #>> '{order,1}' as second
    from private.content_nodes(content) n where n.type = 'object' and n.shape ->> 'kind' in ('object', 'variants')),
  formats as materialized (
    select rules #>> '{formats,moment}' as moment, rules #>> '{formats,end}' as "end" from private.content_rules() as rules)
  select n.path || to_jsonb(field.key), 'required'
  from nodes n cross join jsonb_each(n.fields) as field
  where not n.value ? field.key and not field.value ? 'optional'
  union all
  select n.path || to_jsonb(name), 'unknown_field'
  from nodes n cross join jsonb_object_keys(n.value) as name where not n.fields ? name
  union all
  select n.path || to_jsonb(n.second), 'out_of_order'
  from nodes n, formats
  where case jsonb_typeof(n.value -> n.first) || ' ' || jsonb_typeof(n.value -> n.second)
    when 'number number' then (n.value -> n.first)::numeric > (n.value -> n.second)::numeric
    when 'string string' then n.value ->> n.first ~ formats.moment and n.value ->> n.second ~ formats."end"
      and case char_length(n.value ->> n.second) when 10
        then left(n.value ->> n.first, 10) collate "C" > (n.value ->> n.second)
        else rpad(n.value ->> n.first, 16, 'T00:00') collate "C" >= (n.value ->> n.second) end end
  union all
  select n.path || (n.list -> 'ascending'), 'out_of_order'
  from nodes n, formats, lateral (
    select n.value -> (n.list ->> 'ascending'), n.before -> (n.list ->> 'ascending')) as own (later, earlier)
  where n.before is not null and n.list ? 'ascending' and (own.later is null
    or jsonb_typeof(own.later) = 'string' and jsonb_typeof(own.earlier) = 'string'
      and own.later #>> '{}' ~ formats.moment and own.earlier #>> '{}' ~ formats.moment
      and (own.earlier #>> '{}') collate "C" >= (own.later #>> '{}'))
  union all
  select repeated.path, 'duplicate'
  from (
    select n.path || (n.list -> 'key') as path, row_number() over (
      partition by n.path - -1, n.value -> (n.list ->> 'key') order by (n.path ->> -1)::integer) as occurrence
    from nodes n where jsonb_typeof(n.value -> (n.list ->> 'key')) = 'string') as repeated
  where repeated.occurrence > 1
$$;

-- Lists the problems of a document, as `findProblems` in shared/content/problems.ts does, in no particular order.
create function private.content_problems(content jsonb, is_draft boolean default false) returns jsonb
language sql immutable set search_path = '' as $$
  select case when octet_length(content::text) > (rules -> 'maxBytes')::integer then
      jsonb_build_array(jsonb_build_object('path', '[]'::jsonb, 'code', 'too_large', 'limit', rules -> 'maxBytes'))
    else (
      select coalesce(jsonb_agg(problem), '[]') from (
        select jsonb_build_object('path', path, 'code', code) || case
          when code in ('too_long', 'too_many', 'too_large') then jsonb_build_object('limit', shape -> 'max')
          when code = 'too_small' then jsonb_build_object('limit', shape -> 'min') else '{}' end
        from private.content_value_findings(content) where code is not null
          and not (is_draft and code in ('empty', 'wrong_number'))
        union all
        select jsonb_build_object('path', path, 'code', code) from private.content_structure_findings(content)
        limit (rules -> 'maxProblems')::integer) as found (problem)) end
  from private.content_rules() as rules
$$;
