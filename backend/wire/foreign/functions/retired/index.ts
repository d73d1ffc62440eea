Deno.serve(() => new Response('no longer for anybody'));
