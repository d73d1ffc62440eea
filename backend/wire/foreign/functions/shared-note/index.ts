import 'jsr:@supabase/functions-js/edge-runtime.d.ts';
import { createClient } from 'supabase';
import { corsHeaders } from 'shared/cors.ts';

/** Gives the note that the caller's token opens. */
Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response('ok', { headers: corsHeaders });
  const token = request.headers.get('x-share-token') ?? '';
  const client = createClient(Deno.env.get('SUPABASE_URL')!, Deno.env.get('SUPABASE_ANON_KEY')!, {
    global: { headers: { 'x-share-token': token } },
  });
  const { data, error } = await client.from('notes').select('title').maybeSingle();
  if (error) return Response.json({ message: error.message }, { status: 500, headers: corsHeaders });
  return Response.json(data, { headers: corsHeaders });
});
