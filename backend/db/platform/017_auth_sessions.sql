-- Since when a session waits for the access token of its last refresh to be presented: until then the client may have lost
-- the response, and its former refresh token is good. Null once it was presented (docs/decisions/refresh-tokens.md).
-- Sessions from before: the response to their last refresh counts as lost.
alter table auth.sessions add column unconfirmed_since timestamptz;
update auth.sessions set unconfirmed_since = now();
