import { buildOnce } from './build.ts';

await buildOnce();
await import('../server/main.ts');
