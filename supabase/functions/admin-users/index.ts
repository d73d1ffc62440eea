import { createBackend } from '../_shared/backend.ts';
import { handle } from './handler.ts';

Deno.serve((request) =>
  handle(
    request,
    createBackend((name) => Deno.env.get(name) ?? ''),
  ),
);
