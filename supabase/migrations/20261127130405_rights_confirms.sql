-- contract: confirms of private.rights_secrets was read by functions of the database alone, which read sent_to now: used by nobody since 0.1.0

alter table private.rights_secrets drop column confirms;
