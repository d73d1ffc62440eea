insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at, confirmation_token, email_change, email_change_token_new, recovery_token
) values (
  '00000000-0000-0000-0000-000000000000', 'a3d2c1b0-0000-4000-8000-000000000001', 'authenticated', 'authenticated',
  'ana@notebook.example', crypt('password123', gen_salt('bf')), now(),
  '{"provider":"email","providers":["email"]}', '{"full_name":"Ana Notes"}', now(), now(), '', '', '', ''
);
insert into auth.identities (id, user_id, provider_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select extensions.uuid_generate_v4(), id, id::text, jsonb_build_object('sub', id::text, 'email', email), 'email', now(),
  now(), now()
from auth.users;

insert into public.notes (owner_id, title, share_token)
values ('a3d2c1b0-0000-4000-8000-000000000001', 'Shopping list', 'open-sesame'),
  ('a3d2c1b0-0000-4000-8000-000000000001', 'Diary', 'nobody-knows');

insert into storage.objects (bucket_id, name, owner_id, metadata)
values ('attachments', 'a3d2c1b0-0000-4000-8000-000000000001/list.pdf', 'a3d2c1b0-0000-4000-8000-000000000001',
  '{"size": 1200, "mimetype": "application/pdf"}');
