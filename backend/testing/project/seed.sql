insert into public.walks (name, description, duration, "walkTime", stops) values
  ('Along the river', 'From the old bridge to the mill.', '3hours', '3 h', '[{"place":"Old bridge","duration":"10 min"}]'),
  ('Over the pass', 'A whole day in the hills.', 'fullday', '8 h', '[{"place":"Hut","duration":"1 h"}]')
on conflict do nothing;
