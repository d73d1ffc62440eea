-- A case happened within the last two years.

create or replace function public.open_case(secret text, kind text, body text, consent boolean, language text default 'es',
  happened_at timestamptz default null, place text default null, email text default null, phone text default null,
  code text default null, with_photo boolean default false)
returns table (number text, photo text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  hash bytea;
  driver uuid;
  opened uuid;
  mail constant text := private.plain_text(open_case.email);
  telephone constant text := private.phone_of(left(open_case.phone, 60));
begin
  if open_case.secret !~ '^[A-Za-z0-9_-]{43}$' or open_case.consent is not true
    or coalesce(open_case.happened_at not between now() - interval '2 years' and now() + interval '1 day', false)
    or open_case.phone is not null and telephone is null or open_case.secret is null then
    perform private.refuse(400, 'validation_failed', 'The case lacks something, or has a value that it cannot have');
  end if;
  hash := sha256(convert_to(open_case.secret, 'UTF8'));
  -- Two retries at the same moment open one case.
  perform pg_advisory_xact_lock(hashtextextended(encode(hash, 'hex'), 0));
  select s.case_id into opened from private.case_secrets s where s.secret_hash = hash;
  if opened is null then
    select d.id into driver from public.drivers d where d.verification_code
      = translate(upper(regexp_replace(left(open_case.code, 40), '[\s-]', '', 'g')), 'OIL', '011');
    perform private.limit_case_openings(driver);
    insert into public.cases (kind, language, body, happened_at, place, email, phone, photo, due_on)
      values (open_case.kind, open_case.language, private.plain_text(open_case.body), open_case.happened_at,
        private.plain_text(open_case.place), mail, telephone,
        case when open_case.with_photo then gen_random_uuid() || '.jpg' end, private.case_deadline())
      returning id into opened;
    if private.plain_text(open_case.body) is null then
      perform private.refuse(400, 'validation_failed', 'The case lacks its text');
    end if;
    insert into private.case_secrets (case_id, secret_hash) values (opened, hash);
    perform private.place_case(opened, driver);
  end if;
  return query select c.number, c.photo from public.cases c where c.id = opened;
end $$;
