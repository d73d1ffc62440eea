import { webResponse } from '../../backend/http/reply.ts';
import { requestWithin } from '../../backend/http/request.ts';
import type { Pages } from '../../backend/index.ts';

/** The response of the pages to a GET request; undefined for what they leave to the server. */
export function getPage(
  pages: Pages,
  path: string,
  headers: Record<string, string> = {},
): Response | undefined {
  // No part of a path that a test asks for may be resolved before.
  const request = { ...requestWithin(new Request('http://localhost/', { headers })), path };
  const reply = pages(request);
  return reply && webResponse(reply, false);
}
