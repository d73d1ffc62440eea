/** Lists, creates, changes and deletes accounts for administrators, through `auth/v1`. */
Deno.serve(async (request) => {
  const url = Deno.env.get('SUPABASE_URL') ?? '';
  const apikey = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? '';
  const answer = (status: number, code: string): Response =>
    Response.json({ code, message: code.replaceAll('_', ' ') }, { status });

  if (request.method === 'OPTIONS') return new Response(null, { status: 204 });
  const authorization = request.headers.get('authorization');
  if (authorization === null) return answer(401, 'no_authorization');
  const asked = await fetch(`${url}/auth/v1/user`, { headers: { apikey, authorization } });
  if (!asked.ok) return answer(401, 'no_authorization');
  const caller = (await asked.json()) as { app_metadata: { role?: string } };
  if (caller.app_metadata.role !== 'admin') return answer(403, 'not_admin');

  const { pathname, search } = new URL(request.url);
  const [, , account, ...further] = pathname.split('/');
  if (further.length > 0) return answer(404, 'not_found');
  const methods = account === undefined ? ['GET', 'POST'] : ['PATCH', 'DELETE'];
  if (!methods.includes(request.method)) return answer(405, 'method_not_allowed');
  const body = ['POST', 'PATCH'].includes(request.method) ? await request.text() : undefined;
  const response = await fetch(`${url}/auth/v1/admin/users${account ? `/${account}` : search}`, {
    method: request.method === 'PATCH' ? 'PUT' : request.method,
    headers: { apikey, authorization: `Bearer ${apikey}` },
    ...(body !== undefined && { body }),
  });
  if (response.ok)
    return Response.json(await response.json(), { status: request.method === 'POST' ? 201 : 200 });
  return answer(400, 'validation_failed');
});
