-- The office decides on a document that waits: it could verify it but not reject it.

-- Administrators delete any document. Staff reject one that waits by deleting it; a driver withdraws their own until then.
drop policy documents_delete on public.documents;
create policy documents_delete on public.documents for delete to authenticated using ((select private.is_admin())
  or (verified_at is null and ((select private.is_staff()) or driver_id = (select private.own_driver_id()))));
