import { Hono } from 'hono';
import type { Context } from '../context.ts';

export async function functionRoutes(_context: Context, _app: Hono): Promise<Hono> {
  return new Hono();
}
