import '@supabase/functions-js/edge-runtime.d.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    const { name } = (await request.json()) as { name: string };
    return Response.json({ message: `${Deno.env.get('GREETING')} ${name}!` });
  },
};
