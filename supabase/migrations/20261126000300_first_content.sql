-- The first release says "Maximale Wartezeit" in German, and the boat trips of Muelle Prat come last among the shops of
-- Valparaíso. As in `private.configure_company`: only until somebody has edited the content, which then is the company's.
do $$
declare
  revised jsonb;
begin
  select content into revised from public.content_drafts where version = 1 for update;
  if revised is null or exists (select from public.content_releases where id > 1) then
    return;
  end if;
  if revised #>> '{return,waitTitle,de,text}' = 'Längste Wartezeit' then
    revised := jsonb_set(revised, '{return,waitTitle,de,text}', '"Maximale Wartezeit"');
  end if;
  revised := jsonb_set(revised, '{places}', (
    select jsonb_agg(place order by case when place ->> 'id' = 'muelle-prat' then last_shop else position end,
        place ->> 'id' = 'muelle-prat')
      from (select place, position, max(position) filter (
            where place ->> 'city' = 'valparaiso' and place ->> 'category' = 'shopping') over () as last_shop
          from jsonb_array_elements(revised -> 'places') with ordinality as places (place, position)) as placed));
  update public.content_drafts set content = revised;
  update public.content_releases set content = revised, published_at = now();
end $$;
