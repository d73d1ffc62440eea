insert into public.tags (name) values ('home'), ('work');
