-- The calendar of documents is gone from the panel; nothing else counted them by day.
drop function public.documents_by_day(date, date);
