import { createBackend } from './backend.ts';
import { handle } from './handler.ts';

Deno.serve((request) =>
  handle(
    request,
    createBackend((name) => Deno.env.get(name) ?? ''),
  ),
);
